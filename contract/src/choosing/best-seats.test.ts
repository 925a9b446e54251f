import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeats } from '#test/halls.ts'
import { randomRuns } from '#test/random-runs.ts'
import { findBestSeats, splitSizes } from './best-seats.ts'
import { createHall, type HallSeat, isLostAlone } from './hall.ts'
import { findBlock } from './seat-blocks.ts'

const hallWithTaken = fc
  .record({
    rows: fc.integer({ min: 1, max: 12 }),
    seatsPerRow: fc.integer({ min: 1, max: 20 }),
    size: fc.integer({ min: 1, max: 10 }),
    share: fc.constantFrom(0, 0.3, 0.6, 0.8, 0.95),
  })
  .chain(({ rows, seatsPerRow, size, share }) =>
    fc
      .array(fc.double({ min: 0, max: 1, noNaN: true }), {
        ...{ minLength: rows * seatsPerRow, maxLength: rows * seatsPerRow },
      })
      .map((chances) => {
        const seats = createSeats(rows, seatsPerRow)
        const taken = seats.filter((_, index) => (chances[index] ?? 0) < share)
        const free = new Set(seats.filter((seat) => !taken.includes(seat)))
        return { hall: createHall(seats), free, size }
      }),
  )

type Case = typeof hallWithTaken extends fc.Arbitrary<infer T> ? T : never

/** Every block of free seats of a run, with the seats that it leaves alone and its average cost. */
function allBlocks({ hall, free, size }: Case) {
  return hall.runs.flatMap((run) =>
    run.flatMap((_, start) => {
      const placed = run.slice(start, start + size)
      if (placed.length < size || !placed.every(({ seat }) => free.has(seat))) return []
      const isFree = (index: number) => run[index] !== undefined && free.has(run[index].seat)
      const [before, after] = [start - 1, start + size]
      const alone = [
        isFree(before) && !isFree(before - 1) && isLostAlone(run, before),
        isFree(after) && !isFree(after + 1) && isLostAlone(run, after),
      ].filter(Boolean).length
      const cost = placed.reduce((sum, one) => sum + one.cost, 0) / size
      return { seats: placed.map(({ seat }) => seat), alone, cost }
    }),
  )
}

/** The lengths of the free seats side by side. */
const freeLengths = ({ hall, free }: Case) =>
  hall.runs.flatMap((run) =>
    run
      .map(({ seat }) => (free.has(seat) ? '.' : '#'))
      .join('')
      .split('#')
      .flatMap(({ length }) => (length > 0 ? length : [])),
  )

/** The sizes of the parts in which seats are side by side. */
function partSizes({ hall }: Case, seats: HallSeat[]) {
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

test('findBestSeats returns the block without a seat left alone that has the best view, and never splits a party that a block exists for [S-303]', () => {
  fc.assert(
    fc.property(hallWithTaken, (one) => {
      const { hall, free, size } = one
      const blocks = allBlocks(one)
      const seats = findBestSeats(hall, { size, isFree: (seat) => free.has(seat) })
      if (blocks.length === 0) return
      const found = blocks.find((block) => block.seats.every((seat) => seats?.includes(seat)))
      const fewest = Math.min(...blocks.map(({ alone }) => alone))
      const best = Math.min(...blocks.flatMap(({ alone, cost }) => (alone === fewest ? cost : [])))
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
      if (allBlocks(one).length > 0) return
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
      isAccessible: true,
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
  const request = { size: 4, isFree: () => true, isAccessible: true }

  const chosen = findBestSeats(hall, request)?.map(({ _id }) => _id) ?? []

  expect(chosen).toContain('E1')
  expect(chosen).toContain('E2')
  expect(chosen).toHaveLength(4)
  expect(findBestSeats(hall, { ...request, isTogether: true })).toBeUndefined()
})

test('findBlock returns free seats side by side with the tapped seat among them, and leaves no seat alone if it can [S-306]', () => {
  fc.assert(
    fc.property(hallWithTaken, (one) => {
      const { hall, free, size } = one
      const blocks = allBlocks(one)
      for (const seat of free) {
        const around = blocks.filter(({ seats }) => seats.includes(seat))
        const block = findBlock(hall, seat._id, { size, isFree: (other) => free.has(other) })
        if (around.length === 0) {
          expect(block).toBeUndefined()
          continue
        }
        const found = around.find(({ seats }) => seats.every((other) => block?.includes(other)))
        expect(found?.alone).toBe(Math.min(...around.map(({ alone }) => alone)))
      }
    }),
    randomRuns({ few: 30, many: 500 }),
  )
})

test('findBlock starts at the tapped seat and goes to the right if that leaves no seat alone', () => {
  const hall = createHall(createSeats(1, 20))
  const blockAt = (seatId: string) =>
    findBlock(hall, seatId, { size: 3, isFree: ({ _id }) => _id !== 'A8' })?.map(({ _id }) => _id)

  expect(blockAt('A9')).toEqual(['A9', 'A10', 'A11'])
  expect(blockAt('A15')).toEqual(['A13', 'A14', 'A15'])
  expect(blockAt('A8')).toBeUndefined()
})
