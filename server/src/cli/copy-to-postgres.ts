import { copyToPostgres } from '../database/backup/copy-to-postgres.ts'
import { connectPostgres } from '../database/connection/postgres.ts'
import { createCommand, embeddedConfig } from './command.ts'

const POSTGRES_URL = /^postgres(ql)?:\/\//

export const main = createCommand({
  usage: 'marquee copy-to-postgres --to postgres://…',
  parse: readTarget,
  run: async (url, environment) => {
    const { dataDir } = embeddedConfig(environment, 'Unset it and name the target with --to.')
    const target = connectPostgres(url, () => undefined)
    try {
      const tables = await copyToPostgres(dataDir, target.db)
      const counts = tables.map(({ name, rows }) => `  ${name}: ${rows}`).join('\n')
      const text = `${counts}
All rows of ${dataDir} are in PostgreSQL, number and checksum of each table compared. The data directory is unchanged.
Start the nodes with DATABASE_URL, and with the SESSION_SECRET in ${dataDir}/secret, so that sessions and selections stay valid.
Copy ${dataDir}/ticket-key into the DATA_DIR of each node, so that tickets that were sent or printed before stay valid.
Do not start a server on the data directory again: both would sell the same seats.`
      return { text, exitCode: 0 }
    } finally {
      await target.close()
    }
  },
})

function readTarget([option, url = '', ...more]: string[]) {
  const isUsable = option === '--to' && more.length === 0 && POSTGRES_URL.test(url)
  return isUsable && URL.canParse(url) ? url : undefined
}
