import { expect, test } from 'vitest'
import { createPlace } from '#test/fixtures.ts'
import { findFreeSeats } from './seat-labels.ts'

const places = [
  createPlace('H7'),
  createPlace('H8'),
  createPlace('H9', { status: 'SOLD' }),
  createPlace('1', { kind: 'fourWheeler' }),
]

test.each([
  ['h7, H8', ['H7', 'H8'], undefined],
  ['  h8 h8 ', ['H8'], undefined],
  ['', [], undefined],
  ['H7 H9', [], 'Not free: H9.'],
  ['H7 Z1 1', [], 'There is no seat Z1, 1.'],
])('findFreeSeats of "%s" is %j, with the error %j [S-1052]', (text, ids, error) => {
  expect(findFreeSeats(text, places)).toEqual({ ids, error })
})
