import type { OutboxRow } from '../database/schema.ts'

export interface Mail {
  kind: OutboxRow['kind']
  userId?: string
  to: string
  /** The recipient of replies, if not the sender. */
  replyTo?: string
  subject: string
  text: string
}

/** A mail of the outbox. It keeps its id, and so its Message-ID, in every attempt. */
export interface OutgoingMail extends Mail {
  id: string
}

/** Resolves when the mail server has accepted the mail, or when the file is written. */
export type DeliverMail = (mail: OutgoingMail) => Promise<void>
