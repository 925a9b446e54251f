import { type Config, ConfigError, readConfig } from '../config.ts'
import { exitCodeFor, startupErrorMessage } from '../startup-error.ts'

const USAGE = 64

/**
 * Runs an operator's command that takes one file and concerns the embedded database. It ends like a start that fails: with a
 * sentence, and an exit code that says what kind of trouble it is.
 */
export async function runOnFile(
  usage: string,
  work: (config: Config, file: string) => Promise<string>,
) {
  // A copy of the books is as much its owner's alone as the books.
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
    'DATABASE_URL: this is for the embedded database; PostgreSQL has pg_dump (docs/operations.md)',
  ])
}
