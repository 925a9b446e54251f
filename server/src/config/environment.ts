import {
  DEFAULT_REFUND_POLICY,
  parseRefundPolicy,
  REFUND_POLICY_FORMAT,
} from '@marquee/contract/bookings/refund-policy'
import * as z from 'zod/mini'
import { parseProxyList } from './proxy-list.ts'

z.config(z.locales.en())

/** The hostnames of loopback URLs. */
export const LOOPBACK_URL_HOSTS = ['localhost', '127.0.0.1', '[::1]']
const MAX_SECONDS = 86_400
const MAX_COUNT = 1_000_000
const MAX_RELEASE_HOURS = 8760
const isPercent = (text: string) =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100

const isCount = (text: string) =>
  /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_COUNT

export const MAX_PORT = 65_535
const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= MAX_PORT

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

export const isLoopback = (url: string) => LOOPBACK_URL_HOSTS.includes(new URL(url).hostname)

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

/** What a setting is for, in Markdown for docs/configuration.md. `unset`: what is true without it, if it has no default. */
const meaning = (description: string, unset?: string) =>
  z.meta({ description, ...(unset !== undefined && { unset }) })

/** The same for a setting whose value no page shows. */
const secretMeaning = (description: string, unset: string) =>
  z.meta({ description, unset, isSecret: true })

/** All settings, with their defaults. */
export const Environment = z.object({
  HOST: z
    ._default(z.string(), '127.0.0.1')
    .check(meaning('where the server listens: web app, REST and socket')),
  PORT: z
    ._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_PORT)), 3000)
    .check(
      meaning(
        'the port of the server; with `0` the system chooses a free one, and the server prints it',
      ),
    ),
  PUBLIC_URL: z
    .optional(webUrl)
    .check(
      meaning(
        'the URL that browsers use; decides cookie flags and allowed origins',
        '`http://localhost:$PORT`',
      ),
    ),
  COOKIE_SUFFIX: z
    .optional(z.string().check(z.regex(/^[\da-z]{1,20}$/i, 'must be 1 to 20 letters and digits')))
    .check(
      meaning(
        'the end of the names of all cookies, 1 to 20 letters and digits; browsers send cookies to every port of a host name, so set one for each of several installations on one https host name',
        'on http the port of the URL, on https none',
      ),
    ),
  OFFICE_PORT: z
    .optional(
      z
        .string()
        .check(z.refine((text) => text === 'off' || isPort(text), 'must be a port, or off')),
    )
    .check(
      meaning(
        "the port of the [office](office.md), the cinema's own side; `off` closes it, and so does `PORT=0`",
        '`$PORT` + 1',
      ),
    ),
  OFFICE_HOST: z
    ._default(z.string(), '127.0.0.1')
    .check(meaning('where the office listens; keep it off the internet')),
  OFFICE_URL: z
    .optional(webUrl)
    .check(
      meaning(
        'the URL that staff devices use; decides their cookie flags, allowed origins and pairing links',
        '`http://localhost:$OFFICE_PORT`',
      ),
    ),
  OFFICE_LOCK_MINUTES: z
    ._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(720)), 10)
    .check(
      meaning(
        'a device of the office locks after this time without an input, once the office has people',
      ),
    ),
  VOUCHER_MONTHS: z
    ._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(120)), 12)
    .check(meaning('vouchers are valid until the end of the day so many months after their issue')),
  DATA_DIR: z
    ._default(z.string(), './data')
    .check(
      meaning(
        'the folder of the embedded database, the generated secret, the key that signs tickets, the keys of the local identity provider, and outgoing mail',
      ),
    ),
  BACKUP_DIR: z
    .optional(z.string())
    .check(
      meaning(
        'the folder of the backups that the office makes of the embedded database, better on another disk',
        '`DATA_DIR/backups`',
      ),
    ),
  DATABASE_URL: z
    .optional(
      z.string().check(
        z.refine((url) => !namesSeveralServers(url), {
          error:
            'must name one server: lists of hosts and target_session_attrs are not supported (docs/high-availability.md)',
          abort: true,
        }),
        z.refine(hasScheme('postgres:', 'postgresql:'), 'must be a postgres address'),
      ),
    )
    .check(meaning('a PostgreSQL server', 'the embedded database')),
  REDIS_URL: z
    .optional(z.string().check(z.refine(hasScheme('redis:', 'rediss:'), 'must be a redis address')))
    .check(
      meaning(
        'delivers changes between nodes faster and lets them share request limits; needs `DATABASE_URL`',
        'no Redis',
      ),
    ),
  CATALOGUE: z
    .optional(z.string())
    .check(
      meaning(
        'a [catalogue file](../README.md#catalogue), applied at every start; `none`: an empty cinema, which the office sets up',
        'the sample, into an empty database',
      ),
    ),
  HOLD_SECONDS: seconds(HOLD_SECONDS).check(
    meaning('how long a selection is held; half of it for a new one in a hall that is almost full'),
  ),
  CHECKOUT_SECONDS: seconds(300).check(
    meaning('payment starts with at least this much hold time; granted once per selection'),
  ),
  HOLD_MAX_SECONDS: seconds(HOLD_MAX_SECONDS).check(
    meaning('the maximum time of a selection with extensions'),
  ),
  HOLD_GRACE_SECONDS: seconds(60).check(
    meaning(
      'grace period: holds are released when no connection of the holder has watched the showtime (`joinShowtime`) for this long',
    ),
  ),
  OFFER_SECONDS: seconds(900).check(
    meaning(
      'how long freed seats are held for a party of the waiting list; less near the end of booking ([decision 19](decisions/019-waiting-list.md))',
    ),
  ),
  QUEUE_THRESHOLD: z
    .optional(
      z
        .string()
        .check(
          z.refine(
            (text) => text === 'off' || isCount(text),
            'must be a number of visitors, or off',
          ),
        ),
    )
    .check(
      meaning(
        'above this many visitors who choose at one showtime, its [waiting room](operations.md#waiting-rooms) starts by itself; `off`: never',
        'four times the seats of the screen, at least 300',
      ),
    ),
  QUEUE_TURN_SECONDS: seconds(180).check(
    meaning('how long a visitor whose turn has come in a waiting room has to hold a first seat'),
  ),
  RETENTION_DAYS: count(180).check(
    meaning(
      'phone and vehicle numbers, names and notes of the counter are deleted this long after the showtime, questions and messages after their receipt',
    ),
  ),
  CHECKOUT_GRACE_SECONDS: seconds(180).check(
    meaning(
      'the grace period in checkout of visitors who are not signed in; checkouts of signed-in users are kept',
    ),
  ),
  SEATS_PER_ACCOUNT: count(20).check(
    meaning('seats that one account may hold or have bought for one showtime'),
  ),
  ACCESS_RELEASE_HOURS: z
    ._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_RELEASE_HOURS)), 24)
    .check(
      meaning(
        'accessible places are protected until this many hours before the start: only visitors who ask for them can hold them',
      ),
    ),
  GAP_RULE: z
    ._default(z.enum(['warn', 'off', 'strict']), 'warn')
    .check(
      meaning(
        'a choice that leaves a single seat empty although it can be avoided: `warn` the visitor, `strict` refuse it, `off`',
      ),
    ),
  SHOW_ALLOWANCE_PERCENT: z
    ._default(
      z
        .string()
        .check(z.refine((text) => text === 'off' || isPercent(text), 'must be 1 to 100, or off')),
      '10',
    )
    .check(
      meaning(
        "the share of a screen's seats that visitors of one address may hold or have bought without a confirmed email and a proof of work (at least 40 places), 1 to 100; `off`: no limits per address, nor of accounts over all shows",
      ),
    ),
  REFUND_POLICY: z
    ._default(
      z
        .string()
        .check(z.refine((text) => parseRefundPolicy(text) !== undefined, REFUND_POLICY_FORMAT)),
      DEFAULT_REFUND_POLICY,
    )
    .check(
      meaning(
        'what visitors get back when they cancel: `full`, `half` or a share (`75%`) until a time before the start (`4h`, `90m`) or the `cutoff`; `none` for no refunds; a change of seats or of the show gives back no more',
      ),
    ),
  CINEMA_TIME_ZONE: z
    ._default(
      z.string().check(z.refine(isTimeZone, 'must be a time zone such as Asia/Kolkata')),
      'Asia/Kolkata',
    )
    .check(meaning('the time zone of all dates and times that visitors see')),
  BUSINESS_DAY_ENDS: z
    ._default(
      z
        .string()
        .check(z.regex(/^(0?\d|1[01]):[0-5]\d$/, 'must be a time before noon such as 5:00')),
      '5:00',
    )
    .check(
      meaning(
        'when the day of the cinema ends: Today, door, valet and the search by seat mean the shows until then, and what is not over; the valet also has each show whose vehicles are not all returned',
      ),
    ),
  BRAND_NAME: z
    ._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(60)), 'Marquee')
    .check(meaning('the brand name')),
  SESSION_SECRET: z
    .optional(z.string().check(z.minLength(32, 'must have at least 32 characters')))
    .check(
      secretMeaning(
        'signs cookies and derives session tokens; at least 32 characters; required with `DATABASE_URL`; changing it signs everyone out within 15 minutes',
        'generated into `DATA_DIR`',
      ),
    ),
  SESSION_SECRET_PREVIOUS: z
    .optional(z.string().check(z.minLength(32, 'must have at least 32 characters')))
    .check(
      secretMeaning(
        'with `DATABASE_URL`: the secret before the last change; tickets that were sent or printed with it stay valid',
        'none',
      ),
    ),
  OIDC_ISSUER: z
    .optional(
      webUrl.check(
        z.refine(
          (text) => !URL.canParse(text) || hasScheme('https:')(text) || isLoopback(text),
          'must be an https address, unless it is on this machine',
        ),
      ),
    )
    .check(
      meaning(
        'the identity provider of [Continue with Google](../README.md#continue-with-google)',
        'a local provider in development; off in production',
      ),
    ),
  OIDC_CLIENT_ID: z
    .optional(z.string())
    .check(meaning('the client at the identity provider; required with `OIDC_ISSUER`', 'none')),
  OIDC_CLIENT_SECRET: z
    .optional(z.string())
    .check(secretMeaning('the secret of the client', 'none')),
  NODE_ENV: z
    .optional(z.string())
    .check(meaning('`production` switches the local identity provider off', 'development')),
  SMTP_URL: z
    .optional(z.string().check(z.refine(hasScheme('smtp:', 'smtps:'), 'must be an smtp address')))
    .check(meaning('the server for outgoing mail', 'files under `DATA_DIR/mail`')),
  LOG_LEVEL: z
    ._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info')
    .check(meaning('the lowest level that is logged')),
  METRICS_TOKEN: z
    .optional(z.string().check(z.minLength(32, 'must have at least 32 characters')))
    .check(
      secretMeaning(
        'the token that `/metrics` requires (`Authorization: Bearer …`), at least 32 characters',
        'no `/metrics`',
      ),
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .optional(webUrl)
    .check(
      meaning(
        'the collector of [traces](operations.md#traces), over OTLP/HTTP: `http://localhost:4318`',
        'no traces',
      ),
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .optional(webUrl)
    .check(
      meaning(
        'the full URL for traces, instead of the one before: `http://localhost:4318/v1/traces`',
        'the one before with `/v1/traces`',
      ),
    ),
  OTEL_SDK_DISABLED: z._default(z.string(), 'false').check(meaning('`true`: no traces')),
  OTEL_TRACES_SAMPLER_ARG: z
    ._default(z.coerce.number().check(z.minimum(0), z.maximum(1)), 1)
    .check(meaning('the share of requests and events that are traced')),
  RATE_LIMITS: z
    ._default(z.enum(['on', 'off']), 'on')
    .check(meaning('`off` for load tests on a private machine only')),
  SOCKETS_PER_ADDRESS: count(1000).check(
    meaning('the maximum of socket connections of an IP address to one node'),
  ),
  SOCKETS_PER_VISITOR: count(30).check(
    meaning('the maximum of socket connections of a visitor to one node'),
  ),
  TRUST_PROXY: z
    .optional(
      z
        .string()
        .check(
          z.refine(
            (text) => parseProxyList(text) !== undefined,
            'must be a number of proxies or a list of addresses',
          ),
        ),
    )
    .check(
      meaning(
        "which proxies may set the client's IP address: their number (`1`), or their IP addresses (`10.0.0.0/8, loopback`); see [operations](operations.md#proxies-and-client-addresses)",
        'no proxy',
      ),
    ),
})

/** Rules about two variables. They check the raw values, so that an invalid third variable does not hide them. */
export const CROSS_CHECKS: [name: string, isInvalid: (given: Given) => boolean, message: string][] =
  [
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
      'OFFICE_PORT',
      ({ OFFICE_PORT, PORT = '3000' }) => OFFICE_PORT === PORT && PORT !== '0',
      'must differ from PORT: the office is not part of the site',
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
export type Given = Record<string, string | undefined>
