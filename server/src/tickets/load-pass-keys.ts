import { randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { DataDirError, ticketKeyPath } from '../database/data-dir/data-dir.ts'
import { readOrCreatePrivateFile, readPrivateFile } from '../database/data-dir/private-file.ts'
import { createPassKeys, deriveSeed, SEED_BYTES } from './pass-keys.ts'
import { countUpcomingBookings } from './tickets.sql.ts'

type Dependencies = Pick<Context, 'reader' | 'log'>

/**
 * Returns the keys of the passes. With the embedded database the key is a file in the data directory; it is created once. With PostgreSQL
 * it is derived from SESSION_SECRET; a key file and SESSION_SECRET_PREVIOUS are for passes that were signed before.
 * Throws `DataDirError` if the file has no usable key.
 */
export async function loadPassKeys(config: Config, dependencies: Dependencies) {
  if (!config.databaseUrl) return createPassKeys([await loadOrCreateKeyFile(config, dependencies)])
  const { sessionSecret = '', previousSessionSecret } = config
  const path = ticketKeyPath(config.dataDir)
  const file = await readPrivateFile(path)
  return createPassKeys([
    deriveSeed(sessionSecret),
    ...(previousSessionSecret === undefined ? [] : [deriveSeed(previousSessionSecret)]),
    ...(file === undefined ? [] : [parseSeed(path, file)]),
  ])
}

async function loadOrCreateKeyFile({ dataDir }: Config, { reader, log }: Dependencies) {
  const path = ticketKeyPath(dataDir)
  let isNew = false
  const text = await readOrCreatePrivateFile(path, () => {
    isNew = true
    return randomBytes(SEED_BYTES).toString('base64url')
  })
  const seed = parseSeed(path, text)
  const { rows } = isNew ? await countUpcomingBookings(reader) : { rows: [] }
  const bookings = rows[0]?.count ?? 0
  // The cinema opens all the same: ticket pages show new passes at once, and references stay valid.
  if (bookings > 0)
    log.warn({ path, bookings }, 'ticket key created: passes of an earlier key are not valid')
  return seed
}

function parseSeed(path: string, text: string) {
  const seed = Buffer.from(text, 'base64url')
  if (seed.length === SEED_BYTES && seed.toString('base64url') === text) return seed
  throw new DataDirError(74, `The file ${path} contains no usable key. Restore it from a backup.`)
}
