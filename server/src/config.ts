import { join } from 'node:path'
import * as z from 'zod/mini'
import { parseProxyList } from './admission/proxy-list.ts'

z.config(z.locales.en())

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '::1']
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
const LONGEST_SECONDS = 86_400
const MOST_SOCKETS = 1_000_000
const HOLD_SECONDS = 600
const HOLD_MAX_SECONDS = 1800

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

const sockets = (fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MOST_SOCKETS)), fallback)

const isLoopback = (address: string) => LOOPBACK_NAMES.includes(new URL(address).hostname)

const webAddress = z
  .string()
  .check(z.refine(hasScheme('http:', 'https:'), 'must be an http or https address'))

const Environment = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), 3000),
  PUBLIC_URL: z.optional(webAddress),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    z.string().check(z.refine(hasScheme('postgres:', 'postgresql:'), 'must be a postgres address')),
  ),
  REDIS_URL: z.optional(
    z.string().check(z.refine(hasScheme('redis:', 'rediss:'), 'must be a redis address')),
  ),
  CATALOGUE: z.optional(z.string()),
  HOLD_SECONDS: seconds(HOLD_SECONDS),
  CHECKOUT_SECONDS: seconds(300),
  HOLD_MAX_SECONDS: seconds(HOLD_MAX_SECONDS),
  HOLD_GRACE_SECONDS: seconds(60),
  CINEMA_TIME_ZONE: z._default(
    z.string().check(z.refine(isTimeZone, 'must be a time zone such as Asia/Kolkata')),
    'Asia/Kolkata',
  ),
  BRAND_NAME: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(60)), 'Marquee'),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  OIDC_ISSUER: z.optional(
    webAddress.check(
      z.refine(
        (text) => !URL.canParse(text) || hasScheme('https:')(text) || isLoopback(text),
        'must be an https address, unless it is on this machine',
      ),
    ),
  ),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  NODE_ENV: z.optional(z.string()),
  SMTP_URL: z.optional(
    z.string().check(z.refine(hasScheme('smtp:', 'smtps:'), 'must be an smtp address')),
  ),
  LOG_LEVEL: z._default(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'info',
  ),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  RATE_LIMITS: z._default(z.enum(['on', 'off']), 'on'),
  SOCKETS_PER_ADDRESS: sockets(1000),
  SOCKETS_PER_HOLDER: sockets(30),
  TRUST_PROXY: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => parseProxyList(text) !== undefined,
          'must be a number of proxies or a list of addresses',
        ),
      ),
  ),
})

/** What two variables say together. Checked on what was given, so that no other fault hides it. */
const CONTRADICTIONS: [name: string, isWrong: (given: Given) => boolean, fault: string][] = [
  [
    'REDIS_URL',
    ({ REDIS_URL, DATABASE_URL }) => Boolean(REDIS_URL && !DATABASE_URL),
    'needs DATABASE_URL: several nodes cannot share an embedded database',
  ],
  [
    'SESSION_SECRET',
    ({ DATABASE_URL, SESSION_SECRET }) => Boolean(DATABASE_URL && !SESSION_SECRET),
    'is required with DATABASE_URL: every node must sign alike',
  ],
  [
    'OIDC_CLIENT_ID',
    ({ OIDC_ISSUER, OIDC_CLIENT_ID }) => Boolean(OIDC_ISSUER && !OIDC_CLIENT_ID),
    'is required with OIDC_ISSUER',
  ],
  [
    'OIDC_ISSUER',
    ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }) =>
      Boolean(!OIDC_ISSUER && (OIDC_CLIENT_ID || OIDC_CLIENT_SECRET)),
    'is required with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  ],
  [
    'HOLD_MAX_SECONDS',
    (given) =>
      Number(given.HOLD_SECONDS ?? HOLD_SECONDS) >
      Number(given.HOLD_MAX_SECONDS ?? HOLD_MAX_SECONDS),
    'must not be shorter than HOLD_SECONDS',
  ],
]
type Given = Record<string, string | undefined>

export type Config = ReturnType<typeof configFrom>

/** Every fault of the environment, each with the variable's name. */
export class ConfigError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The configuration is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** Reads the environment. Throws `ConfigFaults` with everything that is wrong, not only the first. */
export function readConfig(environment: Given) {
  // An empty variable is how a compose file says "unset".
  const given: Given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  )
  const contradictions = CONTRADICTIONS.flatMap(([name, isWrong, fault]) =>
    isWrong(given) ? [`${name}: ${fault}`] : [],
  )
  const parsed = Environment.safeParse(given)
  if (parsed.success && contradictions.length === 0) return configFrom(parsed.data)
  const faults = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new ConfigError([...(faults ?? []), ...contradictions])
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
    openId: openIdOf(env, publicUrl),
    smtpUrl: env.SMTP_URL,
    logLevel: env.LOG_LEVEL,
    /** Without one, nobody is told what is counted. */
    metricsToken: env.METRICS_TOKEN,
    rateLimits: env.RATE_LIMITS === 'on',
    socketsPerAddress: env.SOCKETS_PER_ADDRESS,
    socketsPerHolder: env.SOCKETS_PER_HOLDER,
    /** Whose word counts on where a request comes from: of so many proxies, or of those at these addresses. */
    trustedProxies: parseProxyList(env.TRUST_PROXY ?? '0') ?? 0,
  }
}

/** Where the local provider answers: on the one server there is, so that its issuer is as lasting as the address. */
export const LOCAL_PROVIDER_PATH = '/dev/openid'

export interface OpenId {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  /** Whether this server itself plays the provider, for development. */
  isLocal: boolean
}

/**
 * Who vouches for people that continue with Google; null where nobody does. The local provider lets anybody in as any of
 * its sample people: it is for a machine of one's own, never for production and never for an address others can reach.
 */
function openIdOf(env: z.infer<typeof Environment>, publicUrl: string): OpenId | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (issuer && clientId) return { issuer, clientId, clientSecret, isLocal: false }
  const isOurs = isLoopback(publicUrl) && LOOPBACK_HOSTS.includes(env.HOST)
  if (env.NODE_ENV === 'production' || !isOurs) return null
  const local = new URL(LOCAL_PROVIDER_PATH, publicUrl).href
  return { issuer: local, clientId: 'marquee', clientSecret: undefined, isLocal: true }
}

/** On loopback, people write `localhost` and `127.0.0.1` for the same place. */
function originsOf(publicUrl: string) {
  const url = new URL(publicUrl)
  if (!isLoopback(publicUrl)) return [url.origin]
  return LOOPBACK_NAMES.map((name) => {
    const alias = new URL(publicUrl)
    alias.hostname = name
    return alias.origin
  })
}
