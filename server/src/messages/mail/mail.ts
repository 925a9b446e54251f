import type { OutboxRow } from '#src/database/schema.ts'

export interface MailAttachment {
  filename: string
  contentType: string
  content: Buffer | string
  /** The name by which the HTML shows the picture. */
  cid?: string
}

export interface MailContent {
  subject: string
  text: string
  html?: string
  attachments?: MailAttachment[]
  /** The address that ends mails of this kind with one request (RFC 8058). */
  unsubscribeUrl?: string
}

export interface Mail extends MailContent {
  kind: OutboxRow['kind']
  userId?: string
  to: string
  /** The recipient of replies, if not the sender. */
  replyTo?: string
  /** The ids of the mails before it in its thread, the oldest first. */
  thread?: readonly string[]
}

/** A mail of the outbox. It keeps its id, and so its Message-ID, in every attempt. */
export interface OutgoingMail extends Mail {
  id: string
}

/** Resolves when the mail server has accepted the mail, or when the file is written. */
export type DeliverMail = (mail: OutgoingMail) => Promise<void>
