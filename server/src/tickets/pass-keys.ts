import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
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

/** The length of the secret that an Ed25519 key is made from. */
export const SEED_BYTES = 32
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
