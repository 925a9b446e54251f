export interface Mail {
  to: string
  /** The recipient of answers, if not the sender. */
  replyTo?: string
  subject: string
  text: string
}

/** Resolves when the mail was sent or has failed. Never rejects. */
export type SendMail = (mail: Mail) => Promise<void>
