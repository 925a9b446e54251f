import { createSemaphore } from '../platform/semaphore.ts'
import { hash, verify } from './hashing.ts'

/** Of random bytes that nobody kept, at the same cost. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$2S8rGf87PTnDPK6z2DUWpw$Nw3wCtelhH4MFFiUP9omT7OyRl2duv/8ti2OuJoH5hA'

/** Each takes a core for as long as some hundred seats take to be held: sign-ins queue here instead of starving the sale. */
const inTurn = createSemaphore({ atOnce: 1, waiting: 64 })

export const hashPassword = (password: string) => inTurn(() => hash(asTyped(password)))

/** Whether the password is the one behind the hash. Who has none, or is nobody, takes as long to be told so. */
export const isPassword = (password: string, passwordHash: string | null | undefined) =>
  inTurn(() => verify(passwordHash ?? NOBODYS_HASH, asTyped(password)))

/** The same letters have more than one encoding, and keyboards differ in which they send. */
const asTyped = (password: string) => password.normalize('NFKC')
