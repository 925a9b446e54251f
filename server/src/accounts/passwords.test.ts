import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

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

test('finding nobody takes as long as finding the password wrong', async () => {
  const hash = await hashPassword('a train, stolen')
  const time = async (passwordHash: string | null) => {
    const start = performance.now()
    await isPassword('not this one', passwordHash)
    return performance.now() - start
  }
  // The fastest of several: what else the machine does only ever adds.
  const fastest = async (passwordHash: string | null) => {
    const times: number[] = []
    for (let n = 0; n < 8; n++) times.push(await time(passwordHash))
    return Math.min(...times)
  }

  const ratio = (await fastest(null)) / (await fastest(hash))

  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.7)
})

test('more people than can be served are told so at once, and those who wait are served', async () => {
  const asked = Array.from({ length: 70 }, () => isPassword('not this one', null))
  const outcomes = await Promise.allSettled(asked)

  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(4)
  expect(refused[0]).toMatchObject({ reason: { statusCode: 503, code: 'UNAVAILABLE' } })
})
