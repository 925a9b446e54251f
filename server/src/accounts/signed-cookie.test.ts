import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createSignedCookie } from './signed-cookie.ts'

const world = { secret: 'a secret that only tests use, long enough', purpose: 'visit', seconds: 60 }
const notesOf = <S extends z.ZodMiniObject>(shape: S, now = 0) =>
  createSignedCookie({ ...world, shape, now: () => now })
const notes = notesOf(z.object({ from: z.string() }))

test('a note says what was written, for as long as it is good', async () => {
  const text = await notes.write({ from: '/faq' })

  expect(await notes.read(text)).toEqual({ from: '/faq' })
  expect(await notesOf(z.object({ from: z.string() }), 61_000).read(text)).toBeNull()
})

test('one of ours in the words of an older version says nothing', async () => {
  const older = await notesOf(z.object({ back: z.string() })).write({ back: '/faq' })

  expect(await notes.read(older)).toBeNull()
})
