import { MAX_USERNAME_LENGTH } from '@marquee/contract/accounts'
import { Email } from '@marquee/contract/email'
import { toOneLine } from '@marquee/contract/one-line'
import * as z from 'zod/mini'
import { GoogleRefusal } from './google-refusal.ts'
import { pictureFrom } from './picture-from.ts'

/** Somebody an identity provider vouches for. Who they are is issuer and subject; the rest may change. */
export const VerifiedIdentity = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  username: z.string(),
  picture: z.nullable(z.string()),
})
export type VerifiedIdentity = z.infer<typeof VerifiedIdentity>

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: Email.check(z.toLowerCase()),
  email_verified: z.literal(true),
  name: z.catch(z.string(), ''),
  picture: z.catch(z.string(), ''),
})

/** Reads claims whose token has been verified. Throws UNAUTHENTICATED unless the provider has verified the e-mail too. */
export function vouchedBy(claims: unknown, issuer: string): VerifiedIdentity {
  const read = Claims.safeParse(claims)
  if (!read.success) throw new GoogleRefusal('unverified')
  const { sub, email, name, picture } = read.data
  return {
    issuer,
    subject: sub,
    email,
    username: usernameOf(name) || usernameOf(email.split('@')[0] ?? ''),
    picture: pictureFrom(picture),
  }
}

/** As a person could have chosen it. Cut between two signs: half of one would be a broken sign. */
const usernameOf = (name: string) =>
  toOneLine(name)
    .slice(0, MAX_USERNAME_LENGTH)
    .replace(/\p{Cs}$/u, '')
    .trim()
