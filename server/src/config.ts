import { join } from 'node:path'
import * as z from 'zod/mini'
import { parseProxyList } from './platform/proxy-list.ts'

z.config(z.locales.en())

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '::1']
/** As the hostname of a URL. */
const LOOPBACK_URL_HOSTS = ['localhost', '127.0.0.1', '[::1]']
const MAX_SECONDS = 86_400
const DAY_MS = 86_400_000
const MAX_COUNT = 1_000_000
const isPercent = (text: string) =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100

const HOLD_SECONDS = 600
const HOLD_MAX_SECONDS = 1800

const seconds = (fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_SECONDS)), fallback)

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
  (url: string) =>
    URL.canParse(url) && schemes.includes(new URL(url).protocol)

const count = (fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_COUNT)), fallback)

const isLoopback = (url: string) => LOOPBACK_URL_HOSTS.includes(new URL(url).hostname)

const webUrl = z
  .string()
  .check(z.refine(hasScheme('http:', 'https:'), 'must be an http or https address'))

/**
 * Whether the address names several PostgreSQL servers, or which of them to use. The driver connects to one host and ignores
 * target_session_attrs.
 */
function namesSeveralServers(url: string) {
  const [address = '', query] = url.split('?')
  const [host] = address.replace(/^\w+:\/\/([^/]*@)?/, '').split('/')
  const parameters = new URLSearchParams(query)
  return (
    [host, parameters.get('host')].some((hosts) => hosts?.includes(',')) ||
    parameters.has('target_session_attrs')
  )
}

/** All settings, with their defaults. */
export const Environment = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), 3000),
  PUBLIC_URL: z.optional(webUrl),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    z.string().check(
      z.refine((url) => !namesSeveralServers(url), {
        error:
          'must name one server: lists of hosts and target_session_attrs are not supported (docs/high-availability.md)',
        abort: true,
      }),
      z.refine(hasScheme('postgres:', 'postgresql:'), 'must be a postgres address'),
    ),
  ),
  REDIS_URL: z.optional(
    z.string().check(z.refine(hasScheme('redis:', 'rediss:'), 'must be a redis address')),
  ),
  CATALOGUE: z.optional(z.string()),
  HOLD_SECONDS: seconds(HOLD_SECONDS),
  CHECKOUT_SECONDS: seconds(300),
  HOLD_MAX_SECONDS: seconds(HOLD_MAX_SECONDS),
  HOLD_GRACE_SECONDS: seconds(60),
  RETENTION_DAYS: count(180),
  CHECKOUT_GRACE_SECONDS: seconds(180),
  SEATS_PER_ACCOUNT: count(20),
  SHOW_ALLOWANCE_PERCENT: z._default(
    z
      .string()
      .check(z.refine((text) => text === 'off' || isPercent(text), 'must be 1 to 100, or off')),
    '10',
  ),
  CINEMA_TIME_ZONE: z._default(
    z.string().check(z.refine(isTimeZone, 'must be a time zone such as Asia/Kolkata')),
    'Asia/Kolkata',
  ),
  BRAND_NAME: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(60)), 'Marquee'),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  OIDC_ISSUER: z.optional(
    webUrl.check(
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
  SOCKETS_PER_ADDRESS: count(1000),
  SOCKETS_PER_HOLDER: count(30),
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

/** Rules about two variables. They check the raw values, so that an invalid third variable does not hide them. */
const CROSS_CHECKS: [name: string, isInvalid: (given: Given) => boolean, message: string][] = [
  [
    'REDIS_URL',
    ({ REDIS_URL, DATABASE_URL }) => Boolean(REDIS_URL && !DATABASE_URL),
    'needs DATABASE_URL: several nodes cannot share an embedded database',
  ],
  [
    'SESSION_SECRET',
    ({ DATABASE_URL, SESSION_SECRET }) => Boolean(DATABASE_URL && !SESSION_SECRET),
    'is required with DATABASE_URL: all nodes must sign cookies with the same secret',
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

/** Lists all invalid settings, each with the name of its variable. */
export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(
      `The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.problems = problems
  }
}

/** Reads the environment. Throws a `ConfigError` with all problems, not only the first. */
export function readConfig(environment: Given) {
  // Compose files pass unset variables as empty ones.
  const given: Given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  )
  const conflicts = CROSS_CHECKS.flatMap(([name, isInvalid, message]) =>
    isInvalid(given) ? [`${name}: ${message}`] : [],
  )
  const parsed = Environment.safeParse(given)
  if (parsed.success && conflicts.length === 0) return configFrom(parsed.data)
  const invalid = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new ConfigError([...(invalid ?? []), ...conflicts])
}

function configFrom(env: z.infer<typeof Environment>) {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    origins: originsOf(publicUrl),
    /** True if browsers use https. Decides the names and flags of the cookies. */
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
    retentionMs: env.RETENTION_DAYS * DAY_MS,
    checkoutGraceMs: env.CHECKOUT_GRACE_SECONDS * 1000,
    seatsPerAccount: env.SEATS_PER_ACCOUNT,
    /** The share of a screen's seats that one address may hold without a challenge. Undefined: no limits per address. */
    showAllowancePercent: isAllowanceOff(env) ? undefined : Number(env.SHOW_ALLOWANCE_PERCENT),
    timeZone: env.CINEMA_TIME_ZONE,
    brandName: env.BRAND_NAME,
    sessionSecret: env.SESSION_SECRET,
    openId: openIdOf(env, publicUrl),
    smtpUrl: env.SMTP_URL,
    logLevel: env.LOG_LEVEL,
    /** Without a token, /metrics does not exist. */
    metricsToken: env.METRICS_TOKEN,
    rateLimits: env.RATE_LIMITS === 'on',
    socketsPerAddress: env.SOCKETS_PER_ADDRESS,
    socketsPerHolder: env.SOCKETS_PER_HOLDER,
    /** The proxies whose X-Forwarded-For header is trusted: a number of hops or their addresses. */
    trustedProxies: parseProxyList(env.TRUST_PROXY ?? '0') ?? 0,
  }
}

const isAllowanceOff = (env: z.infer<typeof Environment>) =>
  env.RATE_LIMITS === 'off' || env.SHOW_ALLOWANCE_PERCENT === 'off'

/** The path of the local OpenID provider. It runs on the same server, so its issuer URL stays the same between starts. */
export const LOCAL_PROVIDER_PATH = '/dev/openid'

export interface OpenId {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  /** True if this server is the provider, for development. */
  isLocal: boolean
}

/**
 * The OpenID provider for Continue with Google, or null for none. The local provider signs visitors in without a password as one of its
 * sample users. It therefore runs only in development and on loopback.
 */
function openIdOf(env: z.infer<typeof Environment>, publicUrl: string): OpenId | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (issuer && clientId) return { issuer, clientId, clientSecret, isLocal: false }
  const isLocalOnly = isLoopback(publicUrl) && LOOPBACK_HOSTS.includes(env.HOST)
  if (env.NODE_ENV === 'production' || !isLocalOnly) return null
  const local = new URL(LOCAL_PROVIDER_PATH, publicUrl).href
  return { issuer: local, clientId: 'marquee', clientSecret: undefined, isLocal: true }
}

/** On loopback, users use `localhost`, `127.0.0.1` and `[::1]` for the same server. */
function originsOf(publicUrl: string) {
  const url = new URL(publicUrl)
  if (!isLoopback(publicUrl)) return [url.origin]
  return LOOPBACK_URL_HOSTS.map((hostname) => {
    const alias = new URL(publicUrl)
    alias.hostname = hostname
    return alias.origin
  })
}
