import { join } from 'node:path'
import * as z from 'zod/mini'

z.config(z.locales.en())

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
const LONGEST_SECONDS = 86_400

const seconds = (fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LONGEST_SECONDS)), fallback)

const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
const hasScheme =
  (...schemes: string[]) =>
  (text: string) =>
    URL.canParse(text) && schemes.includes(new URL(text).protocol)

const webAddress = z
  .string()
  .check(z.refine(hasScheme('http:', 'https:'), 'must be an http or https address'))

const Environment = z
  .object({
    HOST: z._default(z.string(), '127.0.0.1'),
    PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), 3000),
    PUBLIC_URL: z.optional(webAddress),
    DATA_DIR: z._default(z.string(), './data'),
    DATABASE_URL: z.optional(
      z
        .string()
        .check(z.refine(hasScheme('postgres:', 'postgresql:'), 'must be a postgres address')),
    ),
    REDIS_URL: z.optional(
      z.string().check(z.refine(hasScheme('redis:', 'rediss:'), 'must be a redis address')),
    ),
    CATALOGUE: z.optional(z.string()),
    HOLD_SECONDS: seconds(600),
    CHECKOUT_SECONDS: seconds(300),
    HOLD_MAX_SECONDS: seconds(1800),
    HOLD_GRACE_SECONDS: seconds(60),
    CINEMA_TIME_ZONE: z._default(
      z.string().check(z.refine(isTimeZone, 'must be a time zone such as Asia/Kolkata')),
      'Asia/Kolkata',
    ),
    BRAND_NAME: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(60)), 'Marquee'),
    SESSION_SECRET: z.optional(
      z.string().check(z.minLength(32, 'must have at least 32 characters')),
    ),
    OIDC_ISSUER: z.optional(webAddress),
    OIDC_CLIENT_ID: z.optional(z.string()),
    OIDC_CLIENT_SECRET: z.optional(z.string()),
    SMTP_URL: z.optional(
      z.string().check(z.refine(hasScheme('smtp:', 'smtps:'), 'must be an smtp address')),
    ),
    LOG_LEVEL: z._default(
      z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
      'info',
    ),
    RATE_LIMITS: z._default(z.enum(['on', 'off']), 'on'),
    NODE_ENV: z.optional(z.string()),
  })
  .check(
    z.refine((env) => !(env.REDIS_URL && !env.DATABASE_URL), {
      path: ['REDIS_URL'],
      message: 'needs DATABASE_URL: several nodes cannot share an embedded database',
    }),
    z.refine((env) => !(env.DATABASE_URL && !env.SESSION_SECRET), {
      path: ['SESSION_SECRET'],
      message: 'is required with DATABASE_URL: every node must sign alike',
    }),
    z.refine((env) => !(env.OIDC_ISSUER && !env.OIDC_CLIENT_ID), {
      path: ['OIDC_CLIENT_ID'],
      message: 'is required with OIDC_ISSUER',
    }),
    z.refine((env) => env.HOLD_SECONDS <= env.HOLD_MAX_SECONDS, {
      path: ['HOLD_MAX_SECONDS'],
      message: 'must not be shorter than HOLD_SECONDS',
    }),
  )

export type Config = ReturnType<typeof configFrom>

/** Every fault of the environment, each with the variable's name. */
export class ConfigFaults extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The configuration is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** Reads the environment. Throws `ConfigFaults` with everything that is wrong, not only the first. */
export function readConfig(environment: Record<string, string | undefined>) {
  // An empty variable is how a compose file says "unset".
  const given = Object.entries(environment).filter(([, value]) => value !== '')
  const parsed = Environment.safeParse(Object.fromEntries(given))
  if (parsed.success) return configFrom(parsed.data)
  throw new ConfigFaults(
    parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  )
}

function configFrom(env: z.infer<typeof Environment>) {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    origins: originsOf(publicUrl),
    /** Whether browsers reach us over https: decides the cookies' names and flags. */
    secure: new URL(publicUrl).protocol === 'https:',
    production: env.NODE_ENV === 'production',
    dataDir: env.DATA_DIR,
    mailDir: join(env.DATA_DIR, 'mail'),
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    catalogue: env.CATALOGUE,
    holdMs: env.HOLD_SECONDS * 1000,
    checkoutMs: env.CHECKOUT_SECONDS * 1000,
    holdMaxMs: env.HOLD_MAX_SECONDS * 1000,
    holdGraceMs: env.HOLD_GRACE_SECONDS * 1000,
    timeZone: env.CINEMA_TIME_ZONE,
    brandName: env.BRAND_NAME,
    sessionSecret: env.SESSION_SECRET,
    oidc: env.OIDC_ISSUER,
    smtpUrl: env.SMTP_URL,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS === 'on',
  }
}

/** On loopback, people write `localhost` and `127.0.0.1` for the same place. */
function originsOf(publicUrl: string) {
  const url = new URL(publicUrl)
  if (!LOOPBACK_NAMES.includes(url.hostname)) return [url.origin]
  return LOOPBACK_NAMES.map((name) => {
    const alias = new URL(publicUrl)
    alias.hostname = name
    return alias.origin
  })
}
