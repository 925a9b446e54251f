import { LOCAL_PROVIDER_PATH } from '../config.ts'

/** Where somebody chooses who to be. */
export const PEOPLE_PATH = `${LOCAL_PROVIDER_PATH}/people`

interface Person {
  /** As lasting as the account that comes of it. */
  sub: string
  name: string
  email: string
  isVerified: boolean
}

/** The sample people of the local provider. The last one's address nobody has verified: the cinema must refuse it. */
export const PEOPLE: readonly Person[] = [
  { sub: 'asha', name: 'Asha Raman', email: 'asha.raman@example.com', isVerified: true },
  { sub: 'ravi', name: 'Ravi Menon', email: 'ravi.menon@example.com', isVerified: true },
  { sub: 'meera', name: 'Meera Iyer', email: 'meera.iyer@example.com', isVerified: true },
  { sub: 'kabir', name: 'Kabir Nair', email: 'kabir.nair@example.com', isVerified: false },
]

/** What the provider vouches for; undefined for somebody it does not know. */
export function claimsOf(sub: string) {
  const person = PEOPLE.find((one) => one.sub === sub)
  if (!person) return undefined
  const { name, email, isVerified } = person
  return { sub, name, email, email_verified: isVerified }
}
