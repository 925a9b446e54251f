import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createSignedCookie } from './signed-cookie.ts'

const SCHEMA = z.object({ from: z.string() })
const create = (now = 0, purpose = 'state', schema: z.ZodMiniObject = SCHEMA) =>
  createSignedCookie({
    secret: 'a secret that only tests use, long enough',
    purpose,
    schema,
    seconds: 60,
    now: () => now,
  })

test('verify returns a signed value only until it expires, for its purpose and with its schema', async () => {
  const text = await create().sign({ from: '/faq' })

  expect(await create().verify(text)).toEqual({ from: '/faq' })
  expect(await create(61_000).verify(text)).toBeNull()
  expect(await create(0, 'link').verify(text)).toBeNull()
  expect(await create(0, 'state', z.object({ back: z.string() })).verify(text)).toBeNull()
})
