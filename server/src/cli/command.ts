import { type Config, ConfigError, readConfig } from '../config/config.ts'
import type { Given } from '../config/environment.ts'
import { USAGE } from '../startup/exit-codes.ts'
import { exitCodeFor, startupErrorMessage } from '../startup/startup-error.ts'

/** Where a command prints. */
export interface Streams {
  stdout: (text: string) => void
  stderr: (text: string) => void
}

/** A command of the operator. Returns its exit code. */
export type Command = (args: string[], environment: Given, streams: Streams) => Promise<number>

/** What a command prints at its end. */
export interface Report {
  text: string
  exitCode: number
}

interface CommandOptions<Arguments> {
  usage: string
  /** Returns undefined if the arguments are wrong. */
  parse: (args: string[]) => Arguments | undefined
  run: (parsed: Arguments, environment: Given) => Promise<Report>
}

/** Creates a command that prints its usage for wrong arguments. Errors have the messages and exit codes of a failed server start. */
export const createCommand =
  <Arguments>({ usage, parse, run }: CommandOptions<Arguments>): Command =>
  async (args, environment, { stdout, stderr }) => {
    const parsed = parse(args)
    if (parsed === undefined) {
      stderr(`${usage}\n`)
      return USAGE
    }
    try {
      const { text, exitCode } = await run(parsed, environment)
      stdout(`${text}\n`)
      return exitCode
    } catch (error) {
      stderr(`${startupErrorMessage(error)}\n`)
      return exitCodeFor(error)
    }
  }

/** Creates a command on one file and the embedded database. */
export const createFileCommand = (
  usage: string,
  run: (config: Config, file: string) => Promise<Report>,
) =>
  createCommand({
    usage,
    parse: ([file, ...more]) => (more.length === 0 ? file : undefined),
    run: (file, environment) =>
      run(embeddedConfig(environment, 'Use pg_dump for PostgreSQL (docs/operations.md)'), file),
  })

/** The configuration of a command for the embedded database. Throws a `ConfigError` with the hint if there is another one. */
export function embeddedConfig(environment: Given, hint: string) {
  const config = readConfig(environment)
  if (!config.databaseUrl) return config
  throw new ConfigError([`DATABASE_URL: this command supports the embedded database only. ${hint}`])
}
