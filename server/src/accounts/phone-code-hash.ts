import { createHmac } from 'node:crypto'

/** Returns what is stored for a code. The key prevents that a reader of the database tries all codes. */
export const createPhoneCodeHash = (secret: string) => (userId: string, code: string) =>
  createHmac('sha256', secret).update(`phone code ${userId} ${code}`).digest('base64url')
