import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DataDirError } from '../database/data-dir/data-dir.ts'
import { readOrCreatePrivateFile } from '../database/data-dir/private-file.ts'
import type { Config } from './config.ts'

const SECRET_BYTES = 32
const MIN_LENGTH = 32

/**
 * Returns the secret that signs cookies: the configured one, or one that is generated once and kept in the data directory.
 * Throws `DataDirError` if the stored secret is too short.
 */
export async function loadSessionSecret({ sessionSecret, dataDir }: Config) {
  if (sessionSecret) return sessionSecret
  const path = join(dataDir, 'secret')
  const secret = await readOrCreatePrivateFile(path, () =>
    randomBytes(SECRET_BYTES).toString('base64url'),
  )
  if (secret.length < MIN_LENGTH) {
    throw new DataDirError(74, `The file ${path} contains no usable secret.`)
  }
  return secret
}
