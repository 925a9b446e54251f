import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allGroups, createSeats, hallWithTaken } from '#test/halls.ts'
import { randomRuns } from '#test/random-runs.ts'
import { findAdjacentSeats } from './adjacent-seats.ts'
import { createHall } from './hall.ts'

test('findAdjacentSeats returns free seats side by side with the tapped seat among them, and leaves no seat alone if it can [S-306]', () => {
  fc.assert(
    fc.property(hallWithTaken, (one) => {
      const { hall, free, size } = one
      const groups = allGroups(one)
      for (const seat of free) {
        const around = groups.filter(({ seats }) => seats.includes(seat))
        const adjacent = findAdjacentSeats(hall, seat._id, {
          size,
          isFree: (other) => free.has(other),
        })
        if (around.length === 0) {
          expect(adjacent).toBeUndefined()
          continue
        }
        const found = around.find(({ seats }) => seats.every((other) => adjacent?.includes(other)))
        expect(found?.alone).toBe(Math.min(...around.map(({ alone }) => alone)))
      }
    }),
    randomRuns({ few: 30, many: 500 }),
  )
})

test('findAdjacentSeats starts at the tapped seat and goes to the right if that leaves no seat alone', () => {
  const hall = createHall(createSeats(1, 20))
  const adjacentSeatsAt = (seatId: string) =>
    findAdjacentSeats(hall, seatId, { size: 3, isFree: ({ _id }) => _id !== 'A8' })?.map(
      ({ _id }) => _id,
    )

  expect(adjacentSeatsAt('A9')).toEqual(['A9', 'A10', 'A11'])
  expect(adjacentSeatsAt('A15')).toEqual(['A13', 'A14', 'A15'])
  expect(adjacentSeatsAt('A8')).toBeUndefined()
})
