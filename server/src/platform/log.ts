import { type DestinationStream, pino, stdSerializers } from 'pino'

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** What must never reach a log line, wherever it turns up in an object. */
const SECRETS = [
  'password',
  'currentPassword',
  'credential',
  'phone',
  'vehicleNumber',
  'cookie',
  'authorization',
  'set-cookie',
  // What passes between the cinema and an identity provider.
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

/** What drivers hang onto their errors repeats whole rows: of an error, only what names it and where it arose. */
const bare = ({ type, message, code, stack }: Record<string, unknown>) => ({
  type,
  message,
  code,
  stack,
})

/** What an error of the system, of Node or of a database calls itself: nobody's secret, and it says what broke. */
const ERROR_CODE = /^(E[A-Z]{3,16}|(ERR|HPE)(_[A-Z0-9]+)+|[0-9A-Z]{5})$/
const censor = (value: unknown, path: string[]) =>
  path.at(-1) === 'code' && ERROR_CODE.test(String(value)) ? value : '[Redacted]'

/** An address loses its query and its fragment: both carry what let somebody in. */
const address = (url: unknown) => (typeof url === 'string' ? url.replace(/[?#].*$/s, '?…') : url)

interface Asked {
  method?: string
  url?: string
}

export const createLog = (level: string, to?: DestinationStream) =>
  pino(
    {
      level,
      redact: { paths, censor },
      serializers: {
        err: (error: Error) => bare({ ...stdSerializers.err(error) }),
        url: address,
        req: ({ method, url }: Asked) => ({ method, url: address(url) }),
      },
    },
    to,
  )
