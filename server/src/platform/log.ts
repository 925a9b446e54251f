import { type DestinationStream, type LoggerOptions, pino, stdSerializers } from 'pino'
import { isTransientError } from '../database/error-kinds.ts'

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** Values of these keys are removed from log lines, up to the third level of an object. */
const SECRETS = [
  'password',
  'currentPassword',
  'credential',
  'phone',
  'vehicleNumber',
  'cookie',
  'authorization',
  'set-cookie',
  // OpenID Connect.
  'code',
  'state',
  'nonce',
  'verifier',
  'code_verifier',
  'id_token',
  'access_token',
  'refresh_token',
  'refreshToken',
  'client_secret',
  'clientSecret',
]
const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** Keeps only these properties of an error: database drivers add whole rows to theirs. */
const serializeError = ({ type, message, code, stack }: Record<string, unknown>) => ({
  type,
  message,
  code,
  stack,
})

/** Error codes of the system, of Node.js and of PostgreSQL are logged, other values of `code` are secrets. */
const ERROR_CODE = /^(E[A-Z]{3,16}|(ERR|HPE)(_[A-Z0-9]+)+|[0-9A-Z]{5})$/
const censor = (value: unknown, path: string[]) =>
  path.at(-1) === 'code' && ERROR_CODE.test(String(value)) ? value : '[Redacted]'

/** Removes query and fragment, which may contain tokens. */
const redactUrl = (url: unknown) => (typeof url === 'string' ? url.replace(/[?#].*$/s, '?…') : url)

interface LoggedRequest {
  method?: string
  url?: string
}

/** The message of a request that is answered with 503. */
export const REQUEST_REFUSED = 'request refused'
const REPEAT_INTERVAL_MS = 60_000
const WARN = 40

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/**
 * While the database is away, jobs and requests fail a hundred times a second. Writes each of these lines once a minute; `repeated` is the
 * number that was left out since.
 */
function limitRepeatedLines(monotonicNow: () => number): LogMethod {
  const written = new Map<string, { at: number; repeated: number }>()

  return function logMethod(args, method, level) {
    const [fields, message]: unknown[] = args
    if (level < WARN || !isLimited(fields, message)) return method.apply(this, args)
    const last = written.get(message)
    if (last && monotonicNow() - last.at < REPEAT_INTERVAL_MS) {
      last.repeated += 1
      return
    }
    written.set(message, { at: monotonicNow(), repeated: 0 })
    const { repeated = 0 } = last ?? {}
    if (repeated > 0) args[0] = Object.assign({}, fields, { repeated })
    return method.apply(this, args)
  }
}

function isLimited(fields: unknown, message: unknown): message is string {
  if (typeof fields !== 'object' || fields === null) return false
  return message === REQUEST_REFUSED || ('err' in fields && isTransientError(fields.err))
}

export const createLog = (
  level: string,
  to?: DestinationStream,
  monotonicNow = () => performance.now(),
) =>
  pino(
    {
      level,
      hooks: { logMethod: limitRepeatedLines(monotonicNow) },
      redact: { paths, censor },
      serializers: {
        err: (error: Error) => serializeError({ ...stdSerializers.err(error) }),
        url: redactUrl,
        req: ({ method, url }: LoggedRequest) => ({ method, url: redactUrl(url) }),
      },
    },
    to,
  )
