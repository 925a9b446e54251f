import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('newId returns ids that grow, also within a millisecond', () => {
  const ids = Array.from({ length: 2000 }, newId)

  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
