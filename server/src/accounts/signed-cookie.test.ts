import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createSignedCookie } from './signed-cookie.ts'

const create = (options: { now?: number; purpose?: string; schema?: z.ZodMiniObject } = {}) =>
  createSignedCookie({
    secret: 'a secret that only tests use, long enough',
    purpose: options.purpose ?? 'state',
    schema: options.schema ?? z.object({ from: z.string() }),
    seconds: 60,
    now: () => options.now ?? 0,
  })

test('verify returns a signed value until it expires', async () => {
  const text = await create().sign({ from: '/faq' })

  expect(await create().verify(text)).toEqual({ from: '/faq' })
  expect(await create({ now: 61_000 }).verify(text)).toBeNull()
})

test.each([
  ['for another purpose', { purpose: 'link' }],
  ['with another schema', { schema: z.object({ back: z.string() }) }],
])('verify returns null for a value signed %s', async (_, options) => {
  expect(await create().verify(await create(options).sign({ back: '/faq' }))).toBeNull()
})
