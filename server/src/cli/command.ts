import { type Config, ConfigError, readConfig } from '../config.ts'
import { USAGE } from '../exit-codes.ts'
import { exitCodeFor, startupErrorMessage } from '../startup-error.ts'

/** Runs a command on one file and the embedded database. */
export const runOnFile = (usage: string, work: (config: Config, file: string) => Promise<string>) =>
  runCommand(usage, onlyFile, (file) =>
    work(embeddedConfig('Use pg_dump for PostgreSQL (docs/operations.md)'), file),
  )

const onlyFile = ([file, ...more]: string[]) => (more.length === 0 ? file : undefined)

/**
 * Runs a command. Prints its usage if `parse` finds no argument. Prints errors and sets the exit code as a failed server start does.
 */
export async function runCommand(
  usage: string,
  parse: (args: string[]) => string | undefined,
  work: (argument: string) => Promise<string>,
) {
  // Backup files are readable by their owner only, like the database.
  process.umask(0o077)
  const argument = parse(process.argv.slice(2))
  if (argument === undefined) {
    process.stderr.write(`${usage}\n`)
    process.exitCode = USAGE
    return
  }
  try {
    process.stdout.write(`${await work(argument)}\n`)
  } catch (error) {
    process.stderr.write(`${startupErrorMessage(error)}\n`)
    process.exitCode = exitCodeFor(error)
  }
}

/** The configuration of a command for the embedded database. Throws a `ConfigError` with the hint if there is another one. */
export function embeddedConfig(hint: string) {
  const config = readConfig(process.env)
  if (!config.databaseUrl) return config
  throw new ConfigError([`DATABASE_URL: this command supports the embedded database only. ${hint}`])
}
