import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allGroups, createSeats, type HallCase, hallWithTaken } from '#test/halls.ts'
import { randomRuns } from '#test/random-runs.ts'
import { findBestSeats, splitSizes } from './best-seats.ts'
import { createHall, type HallSeat } from './hall.ts'

/** The lengths of the free seats side by side. */
const freeLengths = ({ hall, free }: HallCase) =>
  hall.runs.flatMap((run) =>
    run
      .map(({ seat }) => (free.has(seat) ? '.' : '#'))
      .join('')
      .split('#')
      .flatMap(({ length }) => (length > 0 ? length : [])),
  )

/** The sizes of the parts in which seats are side by side. */
function partSizes({ hall }: HallCase, seats: HallSeat[]) {
  return hall.runs
    .flatMap((run) =>
      run
        .map(({ seat }) => (seats.includes(seat) ? 'x' : '.'))
        .join('')
        .split('.'),
    )
    .flatMap(({ length }) => (length > 0 ? length : []))
    .toSorted((a, b) => b - a)
}

test('findBestSeats returns the group without a seat left alone that has the best view, and never splits a party that a group exists for [S-303]', () => {
  fc.assert(
    fc.property(hallWithTaken, (one) => {
      const { hall, free, size } = one
      const groups = allGroups(one)
      const seats = findBestSeats(hall, { size, isFree: (seat) => free.has(seat) })
      if (groups.length === 0) return
      const found = groups.find((group) => group.seats.every((seat) => seats?.includes(seat)))
      const fewest = Math.min(...groups.map(({ alone }) => alone))
      const best = Math.min(...groups.flatMap(({ alone, cost }) => (alone === fewest ? cost : [])))
      expect(found?.alone).toBe(fewest)
      expect(found?.cost).toBeCloseTo(best, 6)
    }),
    randomRuns({ few: 100, many: 2000 }),
  )
})

test('findBestSeats splits a party into as few parts as possible, of sizes as equal as possible, each on free seats [S-304]', () => {
  fc.assert(
    fc.property(hallWithTaken, (one) => {
      const { hall, free, size } = one
      if (allGroups(one).length > 0) return
      const request = { size, isFree: (seat: HallSeat) => free.has(seat) }
      const seats = findBestSeats(hall, request)
      expect(findBestSeats(hall, { ...request, isTogether: true })).toBeUndefined()
      expect(seats?.length).toBe(free.size < size ? undefined : size)
      if (!seats) return
      expect(new Set(seats).size).toBe(size)
      expect(seats.every((seat) => free.has(seat))).toBe(true)
      const sizes = partSizes(one, seats)
      expect(sizes).toEqual(bestSizes(freeLengths(one), size))
    }),
    randomRuns({ few: 100, many: 2000 }),
  )
})

/** All ways to split a number into at most as many parts as there are lengths that they fit in, compared one by one. */
function bestSizes(lengths: number[], size: number) {
  const longest = lengths.toSorted((a, b) => b - a)
  const partitions = (left: number, max: number): number[][] => {
    if (left === 0) return [[]]
    return Array.from({ length: Math.min(left, max) }, (_, n) => n + 1).flatMap((part) =>
      partitions(left - part, part).map((rest) => [part, ...rest]),
    )
  }
  const fitting = partitions(size, size).filter((parts) =>
    parts.every((part, index) => part <= (longest[index] ?? 0)),
  )
  const fewest = Math.min(...fitting.map(({ length }) => length))
  const smallestFirst = fitting
    .filter(({ length }) => length === fewest)
    .map((parts) => parts.toReversed())
    .toSorted((a, b) => a.map((part, n) => (b[n] ?? 0) - part).find((step) => step !== 0) ?? 0)
  return smallestFirst[0]?.toReversed()
}

test('splitSizes makes the smallest part as large as possible', () => {
  expect(splitSizes([5, 4, 2], 10)).toEqual([4, 4, 2])
  expect(splitSizes([3, 4, 1], 5)).toEqual([3, 2])
  expect(splitSizes([2, 2], 5)).toBeUndefined()
})

test('findBestSeats places two parts of a party as near to each other as their views allow [S-304]', () => {
  const seats = createSeats(6, 12)
  const free = new Set(['A1', 'A2', 'D5', 'D6', 'E6', 'E7', 'F11', 'F12'])

  const chosen = findBestSeats(createHall(seats), { size: 4, isFree: ({ _id }) => free.has(_id) })

  expect(chosen?.map(({ _id }) => _id).toSorted()).toEqual(['D5', 'D6', 'E6', 'E7'])
})

test('findBestSeats takes seats of the requested tier only', () => {
  const seats = createSeats(4, 8).map((seat) => ({
    ...seat,
    category: seat._id.startsWith('A') ? 'Balcony' : 'Standard',
  }))

  const chosen = findBestSeats(createHall(seats), { size: 2, isFree: () => true, tier: 'vip' })

  expect(chosen?.map(({ _id }) => _id)).toEqual(['A3', 'A4'])
})

test.each([
  [1, ['D3']],
  [2, ['D3', 'D4']],
  [3, ['D3', 'D4', 'D5']],
])(
  'findBestSeats returns one place for a wheelchair and the places beside it for a party of %i [S-305]',
  (size, expected) => {
    const access = { D3: 'wheelchair', D4: 'companion', A1: 'wheelchair' } as const
    const seats = createSeats(5, 8).map((seat) => ({
      ...seat,
      accessible: access[seat._id as keyof typeof access],
    }))

    const chosen = findBestSeats(createHall(seats), {
      size,
      isFree: () => true,
      wheelchairs: { wanted: 1 },
    })

    expect(chosen?.map(({ _id }) => _id).toSorted()).toEqual(expected)
  },
)

test('findBestSeats seats the rest of a large party near the place for a wheelchair, unless it has to be together [S-305]', () => {
  const seats = createSeats(5, 8).map((seat) => ({
    ...seat,
    ...(seat._id === 'E1' && { accessible: 'wheelchair' as const }),
  }))
  const hall = createHall(seats)
  const request = { size: 4, isFree: () => true, wheelchairs: { wanted: 1 } }

  const chosen = findBestSeats(hall, request)?.map(({ _id }) => _id) ?? []

  expect(chosen).toContain('E1')
  expect(chosen).toContain('E2')
  expect(chosen).toHaveLength(4)
  expect(findBestSeats(hall, { ...request, isTogether: true })).toBeUndefined()
})
