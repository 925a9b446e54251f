import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from '#src/platform/concurrency/fair-queue.ts'

/** OWASP's first recommendation for argon2id, the default algorithm of the library. Memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash that no password has, at the same cost as a real one. */
const dummyHash = ({ memoryCost, timeCost, parallelism }: typeof COST) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$2S8rGf87PTnDPK6z2DUWpw$Nw3wCtelhH4MFFiUP9omT7OyRl2duv/8ti2OuJoH5hA`

/**
 * Hashes and verifies passwords, one at a time: each occupies a processor core for about 15 ms, which holds and bookings
 * need too. Addresses take turns, so that many calls from one do not delay the others. Both functions throw UNAVAILABLE when 64 calls are
 * waiting, first for the address with the most calls. Tests have a lower cost or a queue of their own.
 */
export function createPasswords({
  cost = COST,
  queue: run = createFairQueue({ concurrency: 1, maxQueued: 64 }),
} = {}) {
  return {
    hash: (password: string, ipKey: string) => run([ipKey], () => hash(normalize(password), cost)),

    /** Compares with a dummy hash if there is none: the time must not tell whether an account exists. */
    verify: (password: string, passwordHash: string | null | undefined, ipKey: string) =>
      run([ipKey], () => verify(passwordHash ?? dummyHash(cost), normalize(password))),
  }
}

/** Keyboards differ in how they encode the same letters. */
const normalize = (password: string) => password.normalize('NFKC')
