import {
  DEFAULT_REFUND_POLICY,
  parseRefundPolicy,
  REFUND_POLICY_FORMAT,
} from '@marquee/contract/refund-policy'
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

/** All settings, with their defaults. */
export const Environment = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_PORT)), 3000),
  PUBLIC_URL: z.optional(webUrl),
  COOKIE_SUFFIX: z.optional(
    z.string().check(z.regex(/^[\da-z]{1,20}$/i, 'must be 1 to 20 letters and digits')),
  ),
  OFFICE_PORT: z.optional(
    z.string().check(z.refine((text) => text === 'off' || isPort(text), 'must be a port, or off')),
  ),
  OFFICE_HOST: z._default(z.string(), '127.0.0.1'),
  OFFICE_URL: z.optional(webUrl),
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
  OFFER_SECONDS: seconds(900),
  RETENTION_DAYS: count(180),
  CHECKOUT_GRACE_SECONDS: seconds(180),
  SEATS_PER_ACCOUNT: count(20),
  ACCESS_RELEASE_HOURS: z._default(
    z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_RELEASE_HOURS)),
    24,
  ),
  GAP_RULE: z._default(z.enum(['warn', 'off', 'strict']), 'warn'),
  SHOW_ALLOWANCE_PERCENT: z._default(
    z
      .string()
      .check(z.refine((text) => text === 'off' || isPercent(text), 'must be 1 to 100, or off')),
    '10',
  ),
  REFUND_POLICY: z._default(
    z
      .string()
      .check(z.refine((text) => parseRefundPolicy(text) !== undefined, REFUND_POLICY_FORMAT)),
    DEFAULT_REFUND_POLICY,
  ),
  CINEMA_TIME_ZONE: z._default(
    z.string().check(z.refine(isTimeZone, 'must be a time zone such as Asia/Kolkata')),
    'Asia/Kolkata',
  ),
  BUSINESS_DAY_ENDS: z._default(
    z.string().check(z.regex(/^(0?\d|1[01]):[0-5]\d$/, 'must be a time before noon such as 5:00')),
    '5:00',
  ),
  BRAND_NAME: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(60)), 'Marquee'),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  SESSION_SECRET_PREVIOUS: z.optional(
    z.string().check(z.minLength(32, 'must have at least 32 characters')),
  ),
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
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(webUrl),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.optional(webUrl),
  OTEL_SDK_DISABLED: z._default(z.string(), 'false'),
  OTEL_TRACES_SAMPLER_ARG: z._default(z.coerce.number().check(z.minimum(0), z.maximum(1)), 1),
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
