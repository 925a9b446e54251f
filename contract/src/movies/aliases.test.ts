import { expect, test } from 'vitest'
import { normalizeMovie } from './aliases.ts'

test.each([
  ['title', { title: 'Amaran' }, { name: 'Amaran', genre: '', cast: [], showtimes: [] }],
  ['a cast that is a text', { name: 'A', cast: 'Asha, Ravi' }, { cast: ['Asha', 'Ravi'] }],
  [
    'fields that are null',
    { name: 'A', genre: null, showtimes: null },
    { genre: '', showtimes: [] },
  ],
  ['showtimes that are ids or nothing', { showtimes: ['s1', null] }, { showtimes: ['s1'] }],
])('normalizeMovie accepts %s [S-617]', (_, raw, expected) => {
  expect(normalizeMovie(raw)).toMatchObject(expected)
})
