import { createHmac } from 'node:crypto'

/** Returns what stands for an email where mails to it are counted after its account was deleted. */
export const createRecipientKey = (secret: string) => (email: string) =>
  createHmac('sha256', secret).update(`recipient ${email}`).digest('base64url')
