import { pino } from 'pino'

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
]
const redact = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

export const createLog = (level: string) => pino({ level, redact })
