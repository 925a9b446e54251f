export interface Mail {
  to: string
  /** Whom an answer reaches, if not the sender. */
  replyTo?: string
  subject: string
  text: string
}

/** Hands a mail over; what happens to it afterwards never fails the caller. */
export type SendMail = (mail: Mail) => Promise<void>
