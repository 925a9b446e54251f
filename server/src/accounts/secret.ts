import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { DataDirError } from '../database/data-dir.ts'
import { readOrCreatePrivateFile } from '../database/private-file.ts'

const SECRET_BYTES = 32
const FEWEST_CHARACTERS = 32

/** What signs cookies: configured, or made once and kept in the data directory. Throws `DataDirFault`. */
export async function sessionSecret({ sessionSecret, dataDir }: Config) {
  if (sessionSecret) return sessionSecret
  const path = join(dataDir, 'secret')
  const secret = await readOrCreatePrivateFile(path, () =>
    randomBytes(SECRET_BYTES).toString('base64url'),
  )
  if (secret.length < FEWEST_CHARACTERS) {
    throw new DataDirError(74, `The file ${path} holds no usable secret.`)
  }
  return secret
}
