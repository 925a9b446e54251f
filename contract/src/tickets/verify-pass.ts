import { base64urlnopad } from '@scure/base'
import { type Pass, parseToken, type SignedPass, signedMessage } from './passes.ts'

export interface PassKey {
  keyId: string
  /** The raw 32 bytes in base64url. */
  publicKey: string
}

/** `MALFORMED`: not a token. `UNKNOWN_KEY`: signed with a key that is not in the list. `FORGED`: the signature is wrong. */
type PassProblem = 'MALFORMED' | 'UNKNOWN_KEY' | 'FORGED'
type PassCheck =
  | { genuine: true; keyId: string; pass: Pass }
  | { genuine: false; reason: PassProblem }

/**
 * Verifies a token with public keys alone: without a network, in Node and in browsers. A genuine pass may still be void or for another
 * showtime.
 */
export async function verifyPass(token: string, keys: readonly PassKey[]): Promise<PassCheck> {
  const signed = parseToken(token)
  if (!signed) return { genuine: false, reason: 'MALFORMED' }
  const key = keys.find(({ keyId }) => keyId === signed.keyId)
  if (!key) return { genuine: false, reason: 'UNKNOWN_KEY' }
  if (!(await isSignedBy(key, signed))) return { genuine: false, reason: 'FORGED' }
  return { genuine: true, keyId: signed.keyId, pass: signed.pass }
}

async function isSignedBy({ publicKey }: PassKey, { payload, signature }: SignedPass) {
  const rawKey = new Uint8Array(base64urlnopad.decode(publicKey))
  const message = signedMessage(payload)
  const key = await importKey(rawKey)
  if (key) return crypto.subtle.verify('Ed25519', key, signature, message)
  const { verifyAsync } = await import('@noble/ed25519')
  // RFC 8032, as WebCrypto verifies.
  return verifyAsync(signature, message, rawKey, { zip215: false })
}

/** Returns undefined in browsers whose WebCrypto has no Ed25519. */
async function importKey(rawKey: Uint8Array<ArrayBuffer>) {
  try {
    return await crypto.subtle.importKey('raw', rawKey, 'Ed25519', false, ['verify'])
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError') return undefined
    throw error
  }
}
