import { createHall, type HallSeat } from '@marquee/contract/seats/hall'
import { randomRuns } from '@marquee/contract/test/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSideBySide, type Party, planSeating } from './seating-plan.ts'

interface RowShape {
  seats: number
  category?: string
  wheelchairs?: number[]
}

const createSeats = (rows: readonly RowShape[], prefix: string): HallSeat[] =>
  rows.flatMap(({ seats, category = 'Standard', wheelchairs = [] }, row) =>
    Array.from({ length: seats }, (_, n) => ({
      _id: `${prefix}${row}-${n + 1}`,
      seatNumber: `${String.fromCharCode(65 + row)}${n + 1}`,
      category,
      ...(wheelchairs.includes(n + 1) && { accessible: 'wheelchair' as const }),
    })),
  )

const PRICES: Record<string, number> = { Standard: 150, Premium: 180, VIP: 250 }
const priceOf = ({ category }: HallSeat) => PRICES[category] ?? 0
const paid = (seats: readonly HallSeat[]) =>
  seats.map((seat) => ({ ...seat, price: priceOf(seat) }))

/** Gives each party the next seats of the hall, until there are no more. */
function createParties(hall: readonly HallSeat[], sizes: readonly number[]): Party[] {
  let next = 0
  return sizes.flatMap((size, n) => {
    const seats = paid(hall.slice(next, next + size))
    next += size
    return seats.length > 0 ? { id: `party ${n + 1}`, seats } : []
  })
}

const peopleIn = (parties: readonly Party[]) =>
  parties.reduce((sum, { seats }) => sum + seats.length, 0)
const partyOf = ({ seated }: ReturnType<typeof planSeating>, id: string) =>
  seated.find(({ party }) => party.id === id)
const newSeats = (plan: ReturnType<typeof planSeating>, id: string) =>
  partyOf(plan, id)?.seats.map(({ to }) => to.seatNumber)

/** The most people of any choice of parties that has enough seats. */
function mostPeople(sizes: readonly number[], capacity: number): number {
  const [size, ...rest] = sizes
  if (size === undefined) return 0
  const without = mostPeople(rest, capacity)
  return size > capacity ? without : Math.max(without, size + mostPeople(rest, capacity - size))
}

/** The most parties that fit into stretches of seats at the same time. */
function mostTogether(sizes: readonly number[], lengths: readonly number[]): number {
  const [size, ...rest] = sizes
  if (size === undefined) return 0
  const withParty = lengths.flatMap((length, n) =>
    length < size ? [] : 1 + mostTogether(rest, lengths.with(n, length - size)),
  )
  return Math.max(mostTogether(rest, lengths), ...withParty)
}

/** The lengths of the free seats side by side, counted from the numbers of the seats. */
function freeLengths(rows: readonly RowShape[], isTaken: (row: number, number: number) => boolean) {
  return rows.flatMap(({ seats }, row) => {
    const aisle = Math.floor(seats / 4)
    const lengths = [0]
    for (let number = 1; number <= seats; number += 1) {
      if (number === aisle + 1 || number === seats - aisle + 1) lengths.push(0)
      if (isTaken(row, number)) lengths.push(0)
      else lengths.push((lengths.pop() ?? 0) + 1)
    }
    return lengths.filter((length) => length > 0)
  })
}

const rowShape = fc.record({
  seats: fc.integer({ min: 1, max: 9 }),
  category: fc.constantFrom('Standard', 'Premium', 'VIP'),
})
const smallMove = fc.record({
  from: fc.array(rowShape, { minLength: 1, maxLength: 3 }),
  to: fc.array(rowShape, { minLength: 1, maxLength: 2 }),
  sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
  taken: fc.uniqueArray(fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 9 })), {
    maxLength: 4,
    selector: String,
  }),
})

test('planSeating seats as many people, and keeps as many parties together, as any plan could [S-460][S-461]', () => {
  fc.assert(
    fc.property(smallMove, ({ from, to, sizes, taken }) => {
      const old = createSeats(from, 'old ')
      const next = createSeats(to, 'new ')
      const isTaken = (row: number, number: number) =>
        taken.some(([takenRow, takenNumber]) => takenRow === row && takenNumber === number)
      const free = new Set(
        next.filter(({ _id }) => {
          const [row, number] = _id.slice(4).split('-').map(Number)
          return !isTaken(row ?? 0, number ?? 0)
        }),
      )
      const parties = createParties(old, sizes)

      const plan = planSeating({ parties, from: old, to: next, isFree: (seat) => free.has(seat) })

      const seatedSizes = plan.seated.map(({ party }) => party.seats.length)
      expect(peopleIn(plan.seated.map(({ party }) => party))).toBe(
        mostPeople(
          parties.map(({ seats }) => seats.length),
          free.size,
        ),
      )
      expect(plan.seated.length + plan.unseated.length).toBe(parties.length)
      expect(plan.seated.filter(({ isTogether }) => isTogether)).toHaveLength(
        mostTogether(seatedSizes, freeLengths(to, isTaken)),
      )
      const given = plan.seated.flatMap(({ seats }) => seats.map((pair) => pair.to))
      expect(new Set(given).size).toBe(given.length)
      expect(given.every((seat) => free.has(seat))).toBe(true)
      for (const { party, seats, isTogether } of plan.seated) {
        expect(seats.map((pair) => pair.from)).toEqual(party.seats)
        const mine = seats.map((pair) => pair.to)
        expect(isTogether).toBe(isSideBySide(createHall(next), mine))
      }
    }),
    randomRuns({ few: 100, many: 2000 }),
  )
})

test('planSeating returns the same plan for the same request [S-460]', () => {
  fc.assert(
    fc.property(smallMove, ({ from, to, sizes }) => {
      const old = createSeats(from, 'old ')
      const parties = createParties(old, sizes)
      const plan = () =>
        planSeating({ parties, from: old, to: createSeats(to, 'new '), isFree: () => true })
      expect(plan()).toEqual(plan())
    }),
    randomRuns({ few: 20, many: 200 }),
  )
})

test('planSeating seats 150 of 200 people in a hall of 150 seats and lists the other 50 [S-460]', () => {
  const old = createSeats(
    Array.from({ length: 10 }, () => ({ seats: 20 })),
    'old ',
  )
  const next = createSeats(
    Array.from({ length: 10 }, () => ({ seats: 15 })),
    'new ',
  )
  const sizes = [...Array.from({ length: 80 }, (_, n) => [2, 4, 1, 3, 2][n % 5] ?? 0), 4, 4]
  const parties = createParties(old, sizes)
  expect(peopleIn(parties)).toBe(200)

  const plan = planSeating({ parties, from: old, to: next, isFree: () => true })

  expect(peopleIn(plan.seated.map(({ party }) => party))).toBe(150)
  expect(peopleIn(plan.unseated)).toBe(50)
  // The first booked get the seats.
  expect(plan.seated.map(({ party }) => party)).toEqual(parties.slice(0, 62))
  expect(plan.unseated).toEqual(parties.slice(62))
})

test('planSeating keeps the category, the row and the side of each party [S-462]', () => {
  const rows = [
    { seats: 8, category: 'Standard' },
    { seats: 8, category: 'Premium' },
    { seats: 8, category: 'VIP' },
  ]
  const old = createSeats(rows, 'old ')
  const next = createSeats([...rows, { seats: 8, category: 'VIP' }], 'new ')
  const party = (id: string, labels: string[]) => ({
    id,
    seats: paid(old.filter(({ seatNumber }) => labels.includes(seatNumber))),
  })
  const parties = [
    party('left', ['A1', 'A2']),
    party('middle', ['B3', 'B4']),
    party('right', ['C7', 'C8']),
  ]

  const plan = planSeating({ parties, from: old, to: next, isFree: () => true })

  expect(newSeats(plan, 'left')).toEqual(['A1', 'A2'])
  expect(newSeats(plan, 'middle')).toEqual(['B3', 'B4'])
  expect(newSeats(plan, 'right')).toEqual(['D7', 'D8'])
})

test('planSeating gives a better category before a worse one, and a worse one before none [S-462]', () => {
  const old = createSeats([{ seats: 4, category: 'Premium' }], 'old ')
  const parties = createParties(old, [2, 2])
  const next = createSeats(
    [
      { seats: 2, category: 'Standard' },
      { seats: 2, category: 'VIP' },
    ],
    'new ',
  )

  const plan = planSeating({ parties, from: old, to: next, isFree: () => true })

  expect(newSeats(plan, 'party 1')).toEqual(['B1', 'B2'])
  expect(newSeats(plan, 'party 2')).toEqual(['A1', 'A2'])
})

test('planSeating keeps accessible places for those who had them [S-463]', () => {
  const old = createSeats([{ seats: 8, wheelchairs: [8] }], 'old ')
  const next = createSeats([{ seats: 8, wheelchairs: [1] }, { seats: 8 }], 'new ')
  const parties = [
    { id: 'first', seats: paid(old.slice(0, 2)) },
    { id: 'wheelchair', seats: paid(old.slice(6, 8)) },
  ]

  const plan = planSeating({ parties, from: old, to: next, isFree: () => true })

  expect(partyOf(plan, 'wheelchair')?.seats.map(({ to }) => to.seatNumber)).toEqual(['A2', 'A1'])
  expect(newSeats(plan, 'first')).not.toContain('A1')
})

// Each row of eight is A1 A2, an aisle, A3 to A6, an aisle, A7 A8.
test.each<[string, { had: number[]; rows: number[][]; size: number }, string[]]>([
  ['its place for a wheelchair', { had: [8], rows: [[1]], size: 5 }, ['A1']],
  ['it although fewer parts have none', { had: [8], rows: [[1], [], []], size: 6 }, ['A1']],
  ['both places beside each other', { had: [7, 8], rows: [[8], [1, 2]], size: 5 }, ['B1', 'B2']],
  ['no more places than it had', { had: [8], rows: [[1, 2]], size: 5 }, ['A2']],
])('planSeating keeps for a split party %s [S-463]', (_, { had, rows, size }, expected) => {
  const old = createSeats([{ seats: 8, wheelchairs: had }], 'old ')
  const next = createSeats(
    rows.map((wheelchairs) => ({ seats: 8, wheelchairs })),
    'new ',
  )
  const parties = [{ id: 'party 1', seats: paid(old.slice(8 - size)) }]

  const plan = planSeating({ parties, from: old, to: next, isFree: () => true })

  const { seats = [], isTogether } = partyOf(plan, 'party 1') ?? {}
  const accessible = seats.filter(({ to }) => to.accessible)
  expect(isTogether).toBe(false)
  expect(accessible.map(({ to }) => to.seatNumber)).toEqual(expected)
  expect(accessible.every(({ from }) => from.accessible)).toBe(true)
})

test('planSeating gives a party with a companion place a seat beside the wheelchair, on any place [S-463]', () => {
  const withCompanion = (seats: HallSeat[], number: string) =>
    seats.map((seat) =>
      seat.seatNumber === number ? { ...seat, accessible: 'companion' as const } : seat,
    )
  const old = withCompanion(createSeats([{ seats: 8, wheelchairs: [8] }], 'old '), 'A7')
  const next = withCompanion(createSeats([{ seats: 8, wheelchairs: [1, 8] }], 'new '), 'A2')
  const parties = [{ id: 'party 1', seats: paid(old.slice(6)) }]

  const plan = planSeating({ parties, from: old, to: next, isFree: () => true })

  expect(newSeats(plan, 'party 1')).toEqual(['A7', 'A8'])
})

test('planSeating fills a hall of 600 seats with 200 parties, none of them split [S-461]', () => {
  const hall = Array.from({ length: 24 }, () => ({ seats: 25 }))
  const old = createSeats(hall, 'old ')
  const next = createSeats(hall, 'new ')
  const parties = createParties(
    old,
    Array.from({ length: 200 }, (_, n) => [2, 3, 4, 1, 5][n % 5] ?? 0),
  )

  const plan = planSeating({ parties, from: old, to: next, isFree: () => true })

  expect(plan.unseated).toEqual([])
  expect(plan.seated.every(({ isTogether }) => isTogether)).toBe(true)
})
