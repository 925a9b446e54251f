import { createHmac } from 'node:crypto'
import type { Context } from '#src/context.ts'

/** Returns what stands for an email where mails to it are counted after its account was deleted. */
export const recipientKey = ({ secret }: Pick<Context, 'secret'>, email: string) =>
  createHmac('sha256', secret).update(`recipient ${email}`).digest('base64url')
