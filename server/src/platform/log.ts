import { type DestinationStream, pino, stdSerializers } from 'pino'

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

export const createLog = (level: string, to?: DestinationStream) =>
  pino(
    {
      level,
      redact: { paths, censor },
      serializers: {
        err: (error: Error) => serializeError({ ...stdSerializers.err(error) }),
        url: redactUrl,
        req: ({ method, url }: LoggedRequest) => ({ method, url: redactUrl(url) }),
      },
    },
    to,
  )
