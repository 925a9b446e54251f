import { MAX_USERNAME_LENGTH } from '@marquee/contract/accounts/accounts'
import { normalizePictureUrl } from '@marquee/contract/accounts/pictures'
import { Email } from '@marquee/contract/text/email'
import { toOneLine } from '@marquee/contract/text/one-line'
import * as z from 'zod/mini'
import { GoogleSignInError } from './google-sign-in-error.ts'

/** A user as an identity provider has verified it. Issuer and subject identify the user; the rest may change. */
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

/** Reads the claims of a verified ID token. Throws UNAUTHENTICATED if the provider has not verified the email. */
export function identityFromClaims(claims: unknown, issuer: string): VerifiedIdentity {
  const parsed = Claims.safeParse(claims)
  if (!parsed.success) throw new GoogleSignInError('unverified')
  const { sub, email, name, picture } = parsed.data
  return {
    issuer,
    subject: sub,
    email,
    username: toUsername(name) || toUsername(email.split('@')[0] ?? ''),
    picture: normalizePictureUrl(picture),
  }
}

/** Shortens a name to a valid username, without leaving half of a surrogate pair at its end. */
const toUsername = (name: string) =>
  toOneLine(name)
    .slice(0, MAX_USERNAME_LENGTH)
    .replace(/\p{Cs}$/u, '')
    .trim()
