import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import {
  KEY_ID_BYTES,
  type Pass,
  packPass,
  signedMessage,
  toToken,
} from '@marquee/contract/tickets/passes'
import type { PassKey } from '@marquee/contract/tickets/verify-pass'
import type { Config } from '../config/config.ts'
import { DataDirError, ticketKeyPath } from '../database/data-dir/data-dir.ts'
import { readOrCreatePrivateFile, readPrivateFile } from '../database/data-dir/private-file.ts'
import type { Db } from '../database/schema.ts'
import type { Log } from '../platform/log.ts'
import { countUpcomingBookings } from './tickets.sql.ts'

/** The length of the secret that an Ed25519 key is made from. */
const SEED_BYTES = 32
/** What precedes the seed in a PKCS #8 file (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface LoadedPassKeys {
  /** The public keys that passes are verified with, the signing one first. */
  publicKeys: PassKey[]
  /** Returns the token of a pass. */
  signPass: (pass: Pass) => string
}

/** The first seed signs. Passes that were signed with the others stay valid. */
export function createPassKeys([signing, ...others]: [Buffer, ...Buffer[]]): LoadedPassKeys {
  const privateKey = privateKeyOf(signing)
  const current = publicKeyOf(privateKey)
  const earlier = others.map((seed) => publicKeyOf(privateKeyOf(seed)))
  const byId = new Map([current, ...earlier].map((key) => [key.keyId, key]))
  return {
    publicKeys: [...byId.values()],
    signPass: (pass) => {
      const payload = packPass(pass, current.keyId)
      return toToken(payload, sign(null, signedMessage(payload), privateKey))
    },
  }
}

/** All nodes derive the same key from their common secret. */
export const deriveSeed = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'marquee ticket key', SEED_BYTES))

const privateKeyOf = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })

function publicKeyOf(privateKey: KeyObject): PassKey {
  const { x: publicKey = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const hash = createHash('sha256').update(publicKey, 'base64url').digest()
  return { keyId: hash.toString('hex', 0, KEY_ID_BYTES), publicKey }
}

interface Dependencies {
  reader: Db
  log: Log
}

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
