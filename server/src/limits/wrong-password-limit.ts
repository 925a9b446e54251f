import type { FastifyReply } from 'fastify'
import type { Redis } from '../cluster/redis.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../errors.ts'
import { consume, createLimiter, limiterKey } from './limiter.ts'

declare module 'fastify' {
  interface FastifyInstance {
    wrongPasswordLimit: WrongPasswordLimit
  }
}

interface Attempt {
  /** As sent: the limit must not tell whether the account exists. */
  email: string
  ipKey: string
  /** The id of the browser if it has signed in to the account before, otherwise null. */
  browserId: string | null
}

type WrongPasswordLimit = ReturnType<typeof createWrongPasswordLimit>

/**
 * Limits the wrong passwords for an account per address, and in all. A browser that has signed in to the account before has a limit of its own
 * instead: guesses from elsewhere do not lock its owner out.
 */
export function createWrongPasswordLimit(
  redis: Redis | undefined,
  { rateLimits: isOn, limits }: Pick<Config, 'rateLimits' | 'limits'>,
) {
  const ofAddress = createLimiter(
    redis,
    'wrong passwords of an address',
    limits.wrongPasswordsPerAddress,
  )
  const ofBrowser = createLimiter(
    redis,
    'wrong passwords of a browser',
    limits.wrongPasswordsPerBrowser,
  )
  const ofAccount = createLimiter(
    redis,
    'wrong passwords for an account',
    limits.wrongPasswordsPerAccount,
  )

  const countersOf = ({ email, ipKey, browserId }: Attempt) =>
    browserId === null
      ? [
          { limiter: ofAddress, key: limiterKey(email, ipKey) },
          { limiter: ofAccount, key: limiterKey(email) },
        ]
      : [{ limiter: ofBrowser, key: limiterKey(email, browserId) }]

  /** Runs a sign-in. Throws RATE above a limit. Counts before the password is verified, because guesses may run at once. */
  return async function run<T>(attempt: Attempt, reply: FastifyReply, signIn: () => Promise<T>) {
    if (!isOn) return signIn()
    const counters = countersOf(attempt)
    for (const { limiter, key } of counters) await consume(limiter, key, reply)
    let isWrong = false
    try {
      return await signIn()
    } catch (error) {
      isWrong = error instanceof AppError && error.statusCode === 401
      throw error
    } finally {
      if (!isWrong) await Promise.all(counters.map(({ limiter, key }) => limiter.reward(key)))
    }
  }
}
