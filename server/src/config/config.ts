import { join } from 'node:path'
import { parseRefundPolicy } from '@marquee/contract/bookings/refund-policy'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@marquee/contract/time'
import type * as z from 'zod/mini'
import type { Rate } from '../platform/token-buckets.ts'
import {
  CROSS_CHECKS,
  Environment,
  type Given,
  isLoopback,
  LOOPBACK_URL_HOSTS,
  MAX_PORT,
} from './environment.ts'
import { parseProxyList } from './proxy-list.ts'

/** Limits of an address, a connection, an account or a booking. They are part of the configuration so that tests need few calls to reach one. */
const LIMITS = {
  /** Requests a minute. Forty visitors behind one address may load the site at once; each loads about thirty files. */
  requestsPerAddress: 6000,
  /** API calls a minute. Many visitors may share one address, for example the cinema's Wi-Fi. */
  callsPerAddress: 3000,
  /** Wrong passwords for one account a minute. */
  wrongPasswordsPerAddress: 10,
  wrongPasswordsPerBrowser: 10,
  /** Against guesses from many addresses. */
  wrongPasswordsPerAccount: 100,
  /** Bookings of an account in a day. */
  bookingsPerAccount: 200,
  /** Changes of a booking by its visitor in a day: seats, parking and vehicle numbers. Places can always be cancelled. */
  changesPerBooking: 30,
  /** Socket events. Normal use stays below this: releasing a full selection takes at most 18 events. */
  eventsPerConnection: { burst: 30, perSecond: 15 },
  /** After a restart, all browsers behind an address join their showtimes at once. */
  eventsPerAddress: { burst: 3000, perSecond: 300 },
  /** Best seats: choosing them takes up to 2 ms. */
  choicesPerConnection: { burst: 10, perSecond: 1 },
  choicesPerAddress: { burst: 300, perSecond: 30 },
  /** Whole maps, which are sent to clients that ask for no acknowledgement. */
  mapsPerConnection: { burst: 3, perSecond: 1 },
  mapsPerAddress: { burst: 40, perSecond: 20 },
  handshakesPerAddress: { burst: 2000, perSecond: 50 },
  /** A browser that polls sends each event by a request of its own, and fetches each push by another. */
  pollingRequestsPerAddress: { burst: 6000, perSecond: 600 },
  /** Packets of any kind. A browser sends its events, a few at the start and one answer to a ping every 25 seconds. */
  packetsPerConnection: { burst: 300, perSecond: 50 },
  packetsPerAddress: { burst: 10_000, perSecond: 1000 },
} satisfies Record<string, number | Rate>

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '::1']

export type Config = ReturnType<typeof configFrom> & {
  /** What was configured, as text by the name of the setting. It has secrets. */
  environment: Given
}

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
export function readConfig(environment: Given): Config {
  // Compose files pass unset variables as empty ones.
  const given: Given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  )
  const conflicts = CROSS_CHECKS.flatMap(([name, isInvalid, message]) =>
    isInvalid(given) ? [`${name}: ${message}`] : [],
  )
  const parsed = Environment.safeParse(given)
  if (parsed.success && conflicts.length === 0)
    return { ...configFrom(parsed.data), environment: given }
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
    ...cookieSettingsOf(env, publicUrl),
    office: officeOf(env),
    dataDir: env.DATA_DIR,
    mailDir: join(env.DATA_DIR, 'mail'),
    backupDir: env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups'),
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    catalogue: env.CATALOGUE,
    holdMs: env.HOLD_SECONDS * 1000,
    checkoutMs: env.CHECKOUT_SECONDS * 1000,
    holdMaxMs: env.HOLD_MAX_SECONDS * 1000,
    holdGraceMs: env.HOLD_GRACE_SECONDS * 1000,
    /** How long seats are offered to a party of the waiting list. */
    offerMs: env.OFFER_SECONDS * 1000,
    /** The number of watchers of a showtime above which a waiting room starts. Undefined: by the seats of the screen. */
    queueThreshold: queueThresholdOf(env),
    /** How long a visitor whose turn has come has to hold a first seat. */
    queueTurnMs: env.QUEUE_TURN_SECONDS * 1000,
    /** Personal data is deleted this long after the show. */
    retentionMs: env.RETENTION_DAYS * DAY_MS,
    checkoutGraceMs: env.CHECKOUT_GRACE_SECONDS * 1000,
    seatsPerAccount: env.SEATS_PER_ACCOUNT,
    /** Accessible places are protected until this long before the start. */
    accessReleaseMs: env.ACCESS_RELEASE_HOURS * HOUR_MS,
    gapRule: env.GAP_RULE,
    /** The share of a screen's seats that one address may hold without a challenge. Undefined: no limits per address. */
    showAllowancePercent: isAllowanceOff(env) ? undefined : Number(env.SHOW_ALLOWANCE_PERCENT),
    refundPolicy: parseRefundPolicy(env.REFUND_POLICY) ?? [],
    voucherMonths: env.VOUCHER_MONTHS,
    timeZone: env.CINEMA_TIME_ZONE,
    /** When the day of the cinema ends: `05:00`. */
    businessDayEnds: env.BUSINESS_DAY_ENDS.padStart(5, '0'),
    brandName: env.BRAND_NAME,
    sessionSecret: env.SESSION_SECRET,
    /** The secret before a rotation: passes that were signed with it stay valid. */
    previousSessionSecret: env.SESSION_SECRET_PREVIOUS,
    isDevelopment: isDevelopment(env, publicUrl),
    openId: openIdOf(env, publicUrl),
    smtpUrl: env.SMTP_URL,
    logLevel: env.LOG_LEVEL,
    /** Without a token, /metrics does not exist. */
    metricsToken: env.METRICS_TOKEN,
    traces: tracesOf(env),
    rateLimits: env.RATE_LIMITS === 'on',
    limits: LIMITS,
    socketsPerAddress: env.SOCKETS_PER_ADDRESS,
    socketsPerVisitor: env.SOCKETS_PER_VISITOR,
    /** The proxies whose X-Forwarded-For header is trusted: a number of hops or their addresses. */
    trustedProxies: parseProxyList(env.TRUST_PROXY ?? '0') ?? 0,
  }
}

const queueThresholdOf = ({
  QUEUE_THRESHOLD,
}: z.infer<typeof Environment>): number | 'off' | undefined => {
  if (QUEUE_THRESHOLD === undefined || QUEUE_THRESHOLD === 'off') return QUEUE_THRESHOLD
  return Number(QUEUE_THRESHOLD)
}

/** Where the staff's devices reach the office. */
export type OfficeConfig = NonNullable<ReturnType<typeof officeOf>>

/** The office's own address, or null if it is closed. Without OFFICE_PORT, the port after that of the site. */
function officeOf(env: z.infer<typeof Environment>) {
  const { PORT, OFFICE_PORT, OFFICE_HOST, OFFICE_URL } = env
  const isDefaultPort = OFFICE_PORT === undefined
  const port = isDefaultPort ? PORT + 1 : Number(OFFICE_PORT)
  if (OFFICE_PORT === 'off' || (isDefaultPort && (PORT === 0 || port > MAX_PORT))) return null
  const url = OFFICE_URL ?? `http://localhost:${port}`
  return {
    port,
    isDefaultPort,
    host: OFFICE_HOST,
    url,
    origins: originsOf(url),
    /** Without an input for this long, a device of a person locks. */
    lockMs: env.OFFICE_LOCK_MINUTES * MINUTE_MS,
    ...cookieSettingsOf(env, url),
  }
}

/** Browsers send a cookie to every port of its host name. On https, the port of an installation is rarely its own: there, only the setting counts. */
function cookieSettingsOf({ COOKIE_SUFFIX }: z.infer<typeof Environment>, url: string) {
  const { protocol, port } = new URL(url)
  /** True if browsers use https. Decides the names and flags of the cookies. */
  const secure = protocol === 'https:'
  return { secure, cookieSuffix: COOKIE_SUFFIX ?? (secure ? '' : port) }
}

/** Null: no traces. The exporter reads its own variables, such as the address of the collector. */
function tracesOf(env: z.infer<typeof Environment>) {
  const hasCollector = env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  if (!hasCollector || env.OTEL_SDK_DISABLED === 'true') return null
  return { samplingRatio: env.OTEL_TRACES_SAMPLER_ARG }
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
  if (!isDevelopment(env, publicUrl)) return null
  const local = new URL(LOCAL_PROVIDER_PATH, publicUrl).href
  return { issuer: local, clientId: 'marquee', clientSecret: undefined, isLocal: true }
}

/** True if only this machine can reach the server, and it is not in production. */
const isDevelopment = ({ NODE_ENV, HOST }: z.infer<typeof Environment>, publicUrl: string) =>
  NODE_ENV !== 'production' && isLoopback(publicUrl) && LOOPBACK_HOSTS.includes(HOST)

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
