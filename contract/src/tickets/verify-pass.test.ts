import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { base32nopad } from '@scure/base'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { isLongRun, randomRuns } from '#test/random-runs.ts'
import { packPass, parseToken, signedMessage, toToken } from './passes.ts'
import { verifyPass } from './verify-pass.ts'

const PASS = {
  reference: 'MQ-7KX2M9QRT4',
  showtimeId: '0b1e6c3a-9f54-4c7e-8a51-2f6d9c0e7b13',
  number: 3,
  issue: 2,
}

function createKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const keyId = createHash('sha256').update(x, 'base64url').digest('hex').slice(0, 8)
  return { privateKey, key: { keyId, publicKey: x } }
}
const { privateKey, key } = createKey()

function tokenOf(pass = PASS, signer: KeyObject = privateKey) {
  const payload = packPass(pass, key.keyId)
  return toToken(payload, sign(null, signedMessage(payload), signer))
}

const references = fc.stringMatching(/^MQ-[2-9A-HJKMNP-TV-Z]{10}$/)
const passes = fc.record({
  reference: references,
  showtimeId: fc.uuid(),
  number: fc.nat(65_535),
  issue: fc.nat(65_535),
})

test('verifyPass returns the pass that was signed', async () => {
  await fc.assert(
    fc.asyncProperty(passes, async (pass) => {
      const check = await verifyPass(tokenOf(pass), [key])
      expect(check).toEqual({ genuine: true, keyId: key.keyId, pass })
    }),
    randomRuns({ few: 100, many: 2000 }),
  )
})

test('a token has 152 letters A to Z and digits 2 to 7', () => {
  expect(tokenOf()).toMatch(/^[A-Z2-7]{152}$/)
})

test('verifyPass accepts one spelling of a token', async () => {
  const token = tokenOf()
  const spellings = [
    token.toLowerCase(),
    `${token}=`,
    ` ${token}`,
    `${token}A`,
    '',
    'Ä'.repeat(152),
  ]
  for (const spelling of spellings)
    expect(await verifyPass(spelling, [key])).toEqual({ genuine: false, reason: 'MALFORMED' })
})

test('no token with one changed bit is genuine, whichever bit it is [S-220]', async () => {
  const bytes = base32nopad.decode(tokenOf())
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Uint8Array.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    const { genuine } = await verifyPass(base32nopad.encode(changed), [key])
    if (genuine) expect.fail(`bit ${bit}`)
  }
})

test('no token with one changed character and no shortened token is genuine', async () => {
  const token = tokenOf()
  for (let at = 0; at < token.length; at += 1) {
    const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
    expect(await verifyPass(changed, [key])).toMatchObject({ genuine: false })
    expect(await verifyPass(token.slice(0, at), [key])).toMatchObject({ genuine: false })
    expect(await verifyPass(token.slice(at + 1), [key])).toMatchObject({ genuine: false })
  }
})

test('no token that another key has signed is genuine [S-220]', async () => {
  let other = createKey()
  for (let n = 0; n < (isLongRun ? 10_000 : 1000); n += 1) {
    // A new key for each hundredth token: making keys is slow.
    if (n % 100 === 99) other = createKey()
    const token = tokenOf({ ...PASS, number: n }, other.privateKey)
    const check = await verifyPass(token, [key, other.key])
    if (check.genuine || check.reason !== 'FORGED') expect.fail(`token ${n}: ${token}`)
  }
})

test('verifyPass without the key of a token says so', async () => {
  expect(await verifyPass(tokenOf(), [createKey().key])).toEqual({
    genuine: false,
    reason: 'UNKNOWN_KEY',
  })
})

test('a signature of the same key for another purpose is not a pass', async () => {
  const payload = packPass(PASS, key.keyId)

  const check = await verifyPass(toToken(payload, sign(null, payload, privateKey)), [key])

  expect(check).toEqual({ genuine: false, reason: 'FORGED' })
})

test('verifyPass gives the same answers where WebCrypto has no Ed25519', async () => {
  const unsupported = new DOMException('no Ed25519', 'NotSupportedError')
  const imported = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(unsupported)

  const genuine = await verifyPass(tokenOf(), [key])
  const forged = await verifyPass(tokenOf(PASS, createKey().privateKey), [key])
  imported.mockRestore()

  expect(genuine).toEqual({ genuine: true, keyId: key.keyId, pass: PASS })
  expect(forged).toEqual({ genuine: false, reason: 'FORGED' })
})

test('parseToken refuses a number that is no reference', () => {
  const bytes = Uint8Array.from(base32nopad.decode(tokenOf()))
  bytes.fill(0xff, 4, 11)

  expect(parseToken(base32nopad.encode(bytes))).toBeUndefined()
})
