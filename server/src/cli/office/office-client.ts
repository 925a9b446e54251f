import { readFile } from 'node:fs/promises'
import { type CallInput, fillPath, type ResponseBody } from '@marquee/contract/calls/endpoint'
import { ErrorResponse } from '@marquee/contract/calls/errors'
import type { OfficeEndpoint } from '@marquee/contract/office/office-endpoint'
import { type Config, ConfigError } from '#src/config/config.ts'
import { officeSecretPath } from '#src/office/devices/office-secret.ts'
import { DATA_UNUSABLE, FAILURE, UNAVAILABLE, USAGE } from '#src/startup/exit-codes.ts'

/** A command that ends with a message and an exit code. */
export class CommandError extends Error {
  readonly exitCode: number
  /** The error response of the server, for `--json`. */
  readonly response: ErrorResponse | undefined

  constructor(exitCode: number, message: string, response?: ErrorResponse) {
    super(message)
    this.exitCode = exitCode
    this.response = response
  }
}

interface Unconfirmed {
  /** The options that confirm the action. */
  missing?: readonly string[]
  action: string
}

/** The confirming options of a call that were not given. */
export const missingOptions = (given: Readonly<Record<string, boolean | undefined>>) =>
  Object.keys(given).filter((name) => !given[name])

/** The end of a command that was called without `--yes`, or without another option that its plan needs. */
export const unconfirmed = (plan: string, { missing = ['--yes'], action }: Unconfirmed) =>
  new CommandError(USAGE, `${plan}\nNothing is done yet. Add ${missing.join(' ')} to ${action}.`)

interface Input {
  params?: Record<string, string>
  querystring?: Record<string, unknown>
  headers?: Record<string, string>
  body?: unknown
}

export type OfficeClient = ReturnType<typeof createOfficeClient>

/** Makes the calls of the office at the server on this machine, with the secret of its data directory. */
export function createOfficeClient({ office, dataDir }: Pick<Config, 'office' | 'dataDir'>) {
  return async function call<E extends OfficeEndpoint>(
    { method, path }: E,
    input: CallInput<E>,
  ): Promise<ResponseBody<E>> {
    if (!office) throw new ConfigError(['OFFICE_PORT: the office is closed'])
    const { params = {}, querystring = {}, headers = {}, body } = input as Input
    const url = new URL(
      fillPath(path, params),
      `http://${loopbackHost(office.host)}:${office.port}`,
    )
    for (const [name, value] of Object.entries(querystring))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const authorization = `Bearer ${await readSecret(dataDir)}`
    const response = await fetch(url, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    }).catch((error: unknown) => {
      throw new CommandError(
        UNAVAILABLE,
        `The office at ${url.origin} cannot be reached: ${reasonOf(error)}`,
      )
    })
    const answer: unknown = await response.json()
    if (response.ok) return answer as ResponseBody<E>
    const refusal = ErrorResponse.safeParse(answer).data
    throw new CommandError(FAILURE, refusal?.message ?? `HTTP status ${response.status}`, refusal)
  }
}

/** A server that listens on all interfaces also answers on loopback. */
const loopbackHost = (host: string) => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

async function readSecret(dataDir: string) {
  const path = officeSecretPath(dataDir)
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new CommandError(
      DATA_UNUSABLE,
      `${path} cannot be read. Start the server once, and run this command as its user with its DATA_DIR: ${reasonOf(error)}`,
    )
  }
}

const reasonOf = (error: unknown) => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
