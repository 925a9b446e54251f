import { hkdfSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { ACCESS_SECONDS, createAccessTokens } from './access-token.ts'

const NOW = Date.parse('2026-12-01T18:30:00Z')
const OPTIONS = { secret: 's'.repeat(32), issuer: 'https://cinema.example', now: () => NOW }
const WHO = { userId: 'asha', sessionId: 'one' }
const KEY = new Uint8Array(hkdfSync('sha256', OPTIONS.secret, '', 'marquee access token', 32))

const { issue, read } = createAccessTokens(OPTIONS)

const forged = (
  alg = 'HS256',
  key = KEY,
  { typ = 'at+jwt', ...changes }: Record<string, unknown> & { typ?: string } = {},
) => {
  const issuedAt = NOW / 1000
  const claims = { sub: 'asha', sid: 'one', iss: OPTIONS.issuer, aud: 'marquee' }
  return new SignJWT({ ...claims, iat: issuedAt, exp: issuedAt + 60, ...changes })
    .setProtectedHeader({ alg, typ })
    .sign(key)
}

test('a token names an account and its session', async () => {
  expect(await read(await issue(WHO))).toEqual(WHO)
  expect(await read(await forged())).toEqual(WHO)
})

test('one that has been read before ends in its time too', async () => {
  let now = NOW
  const tokens = createAccessTokens({ ...OPTIONS, now: () => now })
  const token = await tokens.issue(WHO)
  expect(await tokens.read(token)).toEqual(WHO)

  now += ACCESS_SECONDS * 1000 - 1
  expect(await tokens.read(token)).toEqual(WHO)
  now += 1
  expect(await tokens.read(token)).toBeNull()
})

test('it ends after a quarter of an hour', async () => {
  const token = await issue(WHO)
  const at = (seconds: number) =>
    createAccessTokens({ ...OPTIONS, now: () => NOW + seconds * 1000 }).read(token)

  expect(ACCESS_SECONDS).toBe(900)
  expect(await at(899)).toEqual(WHO)
  expect(await at(900)).toBeNull()
})

test.each([
  ['another secret', { secret: 't'.repeat(32) }],
  ['another cinema', { issuer: 'https://elsewhere.example' }],
])('a token of %s is none here', async (_, part) => {
  const foreign = createAccessTokens({ ...OPTIONS, ...part })

  expect(await read(await foreign.issue(WHO))).toBeNull()
})

test.each([
  ['signed by the secret itself', () => forged('HS256', new TextEncoder().encode(OPTIONS.secret))],
  ['signed by another algorithm', () => forged('HS512', new Uint8Array(64).fill(1))],
  ['of another algorithm with our key', () => forged('HS384', KEY)],
  ['for another audience', () => forged('HS256', KEY, { aud: 'elsewhere' })],
  ['of another kind', () => forged('HS256', KEY, { typ: 'JWT' })],
  ['without an end', () => forged('HS256', KEY, { exp: undefined })],
  ['without a session', () => forged('HS256', KEY, { sid: undefined })],
  ['with a session that is no text', () => forged('HS256', KEY, { sid: ['one'] })],
  ['that is not signed', async () => unsigned()],
  ['that is no token', async () => 'marquee'],
])('a token %s is refused', async (_, make) => {
  expect(await read(await make())).toBeNull()
})

function unsigned() {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { sub: 'asha', sid: 'one', iss: OPTIONS.issuer, aud: 'marquee', exp: NOW }
  return `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`
}
