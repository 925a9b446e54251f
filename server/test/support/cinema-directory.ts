import { loadCatalogue } from '../../src/catalogue/apply/load-catalogue.ts'
import { readConfig } from '../../src/config/config.ts'
import { loadSessionSecret } from '../../src/config/session-secret.ts'
import type { Context } from '../../src/context.ts'
import { connectEmbedded } from '../../src/database/connection/connect.ts'
import { migrate } from '../../src/database/migrate.ts'
import { createLog } from '../../src/platform/log.ts'
import { loadPassKeys } from '../../src/tickets/pass-keys.ts'

/** Creates a data directory with the files and the sample catalogue of a server that was started and stopped. */
export async function createCinemaDirectory(dataDir: string) {
  const { db, reader, close } = connectEmbedded(dataDir)
  await migrate(db)
  const config = readConfig({ DATA_DIR: dataDir })
  const ctx = { db, reader, config, now: Date.now, log: createLog('silent') }
  await loadCatalogue(ctx as Partial<Context> as Context)
  await loadSessionSecret(config)
  await loadPassKeys(config, ctx)
  await close()
}

/** The public keys of the passes of a data directory. A missing key is created. */
export async function readPassKeys(dataDir: string) {
  const { reader, close } = connectEmbedded(dataDir)
  const config = readConfig({ DATA_DIR: dataDir })
  const { publicKeys } = await loadPassKeys(config, { reader, log: createLog('silent') })
  await close()
  return publicKeys
}
