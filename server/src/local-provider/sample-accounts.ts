import { LOCAL_PROVIDER_PATH } from '../config/config.ts'

/** The page on which the user chooses a sample account. */
export const ACCOUNTS_PATH = `${LOCAL_PROVIDER_PATH}/accounts`

interface SampleAccount {
  /** The OpenID subject. It identifies the account that a sign-in creates, so it must never change. */
  sub: string
  name: string
  email: string
  isVerified: boolean
}

/** The last account has an unverified email, which the cinema must refuse. */
export const SAMPLE_ACCOUNTS: readonly SampleAccount[] = [
  { sub: 'asha', name: 'Asha Raman', email: 'asha.raman@example.com', isVerified: true },
  { sub: 'ravi', name: 'Ravi Menon', email: 'ravi.menon@example.com', isVerified: true },
  { sub: 'meera', name: 'Meera Iyer', email: 'meera.iyer@example.com', isVerified: true },
  { sub: 'kabir', name: 'Kabir Nair', email: 'kabir.nair@example.com', isVerified: false },
]

/** Returns the OpenID claims of a sample account, undefined if it does not exist. */
export function findClaims(subject: string) {
  const account = SAMPLE_ACCOUNTS.find(({ sub }) => sub === subject)
  if (!account) return undefined
  const { sub, name, email, isVerified } = account
  return { sub, name, email, email_verified: isVerified }
}
