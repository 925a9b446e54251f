import { parseOptions } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { verify } from './hashing.ts'
import { hashPassword, isPassword } from './passwords.ts'

vi.mock('./hashing.ts', { spy: true })

const ARGON2ID = 2

test('a password is kept as argon2id and matches only itself', async () => {
  const hash = await hashPassword('a train, stolen')

  expect(parseOptions(hash)).toMatchObject({
    algorithm: ARGON2ID,
    memoryCost: 19 * 1024,
    timeCost: 2,
    parallelism: 1,
  })
  expect(await isPassword('a train, stolen', hash)).toBe(true)
  expect(await isPassword('a train, stolen ', hash)).toBe(false)
})

test('the same letters match however a keyboard writes them', async () => {
  expect(await isPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true)
})

test('finding nobody costs what finding the password wrong does', async () => {
  const hash = await hashPassword('a train, stolen')
  const compared: string[] = []
  vi.mocked(verify).mockImplementation((stored) => {
    compared.push(stored)
    return Promise.resolve(false)
  })
  await isPassword('not this one', null)
  await isPassword('not this one', hash)
  vi.mocked(verify).mockRestore()

  const [ofNobody, ofSomebody] = compared.map(costOf)
  expect(ofNobody).toEqual(ofSomebody)
})

/** Algorithm, version, memory, passes and lanes, and how long salt and hash are. */
function costOf(phc: string) {
  const [, algorithm, version, cost, salt, hash] = phc.split('$')
  return { algorithm, version, cost, salt: salt?.length, hash: hash?.length }
}

test('a hash that is none spoils it for nobody else', async () => {
  const [spoilt, right] = await Promise.allSettled([
    isPassword('a train, stolen', 'no hash'),
    hashPassword('a train, stolen').then((hash) => isPassword('a train, stolen', hash)),
  ])

  expect(spoilt).toMatchObject({ status: 'rejected' })
  expect(right).toMatchObject({ value: true })
})

test('more people than can be served are told so at once, and those who wait are served', async () => {
  const asked = Array.from({ length: 70 }, () => isPassword('not this one', null))
  const outcomes = await Promise.allSettled(asked)

  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(5)
  expect(refused[0]).toMatchObject({ reason: { statusCode: 503, code: 'UNAVAILABLE' } })
})
