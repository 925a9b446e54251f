import { hash, type Options, verify } from '@node-rs/argon2'
import { createSemaphore } from '../platform/semaphore.ts'

/** OWASP's first recommendation for argon2id, the default algorithm of the library. Memory in KiB. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of random bytes, at the same cost as a real one. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$2S8rGf87PTnDPK6z2DUWpw$Nw3wCtelhH4MFFiUP9omT7OyRl2duv/8ti2OuJoH5hA'

export type Passwords = ReturnType<typeof createPasswords>

/**
 * Hashes and verifies passwords, one at a time: each occupies a processor core for about 15 ms, which holds and bookings
 * need too. Both functions throw UNAVAILABLE when 64 calls are waiting.
 */
export function createPasswords() {
  const limit = createSemaphore({ concurrency: 1, maxQueued: 64 })

  return {
    hash: (password: string) => limit(() => hash(normalize(password), COST)),

    /** Compares with a dummy hash if there is none: the time must not tell whether an account exists. */
    verify: (password: string, passwordHash: string | null | undefined) =>
      limit(() => verify(passwordHash ?? DUMMY_HASH, normalize(password))),
  }
}

/** Keyboards differ in how they encode the same letters. */
const normalize = (password: string) => password.normalize('NFKC')
