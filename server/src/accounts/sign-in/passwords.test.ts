import * as argon2 from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { LOW_COST } from '#test/support/test-context.ts'
import { createPasswords } from './passwords.ts'

vi.mock('@node-rs/argon2', { spy: true })

const ARGON2ID = 2
const passwords = createPasswords()
const ADDRESS = '192.0.2.1'

test('hash uses argon2id, and verify accepts only the same password', async () => {
  const hash = await passwords.hash('a train, stolen', ADDRESS)

  expect(argon2.parseOptions(hash)).toMatchObject({
    algorithm: ARGON2ID,
    memoryCost: 19 * 1024,
    timeCost: 2,
    parallelism: 1,
  })
  expect(await passwords.verify('a train, stolen', hash, ADDRESS)).toBe(true)
  expect(await passwords.verify('a train, stolen ', hash, ADDRESS)).toBe(false)
})

test('verify accepts the same letters in another Unicode normalization', async () => {
  const hash = await passwords.hash('caf\u00e9 noir', ADDRESS)

  expect(await passwords.verify('cafe\u0301 noir', hash, ADDRESS)).toBe(true)
})

test('verify without a stored hash costs the same as with one', async () => {
  const hash = await passwords.hash('a train, stolen', ADDRESS)
  vi.mocked(argon2.verify).mockClear()
  await passwords.verify('not this one', null, ADDRESS)
  await passwords.verify('not this one', hash, ADDRESS)

  const [withoutHash, withHash] = vi.mocked(argon2.verify).mock.calls.map(([hash]) => costOf(hash))
  expect(withoutHash).toEqual(withHash)
})

/** The cost parameters of a hash, and the lengths of its salt and digest. */
function costOf(phc: unknown) {
  const [, algorithm, version, cost, salt, digest] = String(phc).split('$')
  return { algorithm, version, cost, salt: salt?.length, digest: digest?.length }
}

test('verify throws UNAVAILABLE when 64 calls are waiting', async () => {
  const { verify } = createPasswords({ cost: LOW_COST })
  const calls = Array.from({ length: 70 }, () => verify('not this one', null, ADDRESS))
  const outcomes = await Promise.allSettled(calls)

  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(5)
  expect(refused[0]).toMatchObject({ reason: { statusCode: 503, code: 'UNAVAILABLE' } })
})
