import { type Config, ConfigError, readConfig } from '../config.ts'
import { exitCodeFor, startupErrorMessage } from '../startup-error.ts'

const USAGE = 64

/**
 * Runs a command on one file and the embedded database. Prints errors and sets the exit code as a failed server start does.
 */
export async function runOnFile(
  usage: string,
  work: (config: Config, file: string) => Promise<string>,
) {
  // Backup files are readable by their owner only, like the database.
  process.umask(0o077)
  const [file, ...more] = process.argv.slice(2)
  if (file === undefined || more.length > 0) {
    process.stderr.write(`${usage}\n`)
    process.exitCode = USAGE
    return
  }
  try {
    process.stdout.write(`${await work(embedded(), file)}\n`)
  } catch (error) {
    process.stderr.write(`${startupErrorMessage(error)}\n`)
    process.exitCode = exitCodeFor(error)
  }
}

function embedded() {
  const config = readConfig(process.env)
  if (!config.databaseUrl) return config
  throw new ConfigError([
    'DATABASE_URL: this command supports the embedded database only. Use pg_dump for PostgreSQL (docs/operations.md)',
  ])
}
