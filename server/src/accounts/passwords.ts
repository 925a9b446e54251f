import { WEAK_PASSWORD } from '@marquee/contract/accounts'
import { isWeakPassword } from '@marquee/contract/weak-passwords'
import { hash, type Options, verify } from '@node-rs/argon2'
import { invalid } from '../errors.ts'
import { createFairQueue } from '../platform/fair-queue.ts'

/** OWASP's first recommendation for argon2id, the default algorithm of the library. Memory in KiB. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of random bytes, at the same cost as a real one. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$2S8rGf87PTnDPK6z2DUWpw$Nw3wCtelhH4MFFiUP9omT7OyRl2duv/8ti2OuJoH5hA'

export type Passwords = ReturnType<typeof createPasswords>

/**
 * Hashes and verifies passwords, one at a time: each occupies a processor core for about 15 ms, which holds and bookings
 * need too. Addresses take turns, so that many calls from one do not delay the others. Both functions throw UNAVAILABLE when 64 calls are
 * waiting, first for the address with the most calls.
 */
export function createPasswords() {
  const run = createFairQueue({ concurrency: 1, maxQueued: 64 })

  return {
    hash: (password: string, ipKey: string) => run(ipKey, () => hash(normalize(password), COST)),

    /** Compares with a dummy hash if there is none: the time must not tell whether an account exists. */
    verify: (password: string, passwordHash: string | null | undefined, ipKey: string) =>
      run(ipKey, () => verify(passwordHash ?? DUMMY_HASH, normalize(password))),
  }
}

/** Throws INVALID if the password is easy to guess. */
export function assertStrongPassword(
  password: string,
  user: { email?: string | undefined; username?: string | undefined },
) {
  if (isWeakPassword(password, user)) throw invalid(WEAK_PASSWORD)
}

/** Keyboards differ in how they encode the same letters. */
const normalize = (password: string) => password.normalize('NFKC')
