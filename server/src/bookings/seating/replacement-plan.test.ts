import { createHall, type HallSeat } from '@marquee/contract/seats/hall'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import { randomRuns } from '@marquee/contract/test/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planReplacements } from './replacement-plan.ts'
import { isSideBySide, type Party } from './seating-plan.ts'

const CATEGORIES = ['Standard', 'Premium', 'VIP']

/** Rows A, B, C of so many seats each. */
const createSeats = (rows: readonly number[], accessible: readonly string[] = []): HallSeat[] =>
  rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, n) => {
      const seatNumber = `${String.fromCharCode(65 + row)}${n + 1}`
      const category = CATEGORIES[row] ?? 'Standard'
      const access = accessible.includes(seatNumber) && { accessible: 'wheelchair' as const }
      return { _id: seatNumber, seatNumber, category, ...access }
    }),
  )

const partyOf = (hall: readonly HallSeat[], id: string, labels: readonly string[]): Party => ({
  id,
  seats: hall.flatMap((seat) =>
    labels.includes(seat.seatNumber) ? { ...seat, price: seatPrice(seat.category) } : [],
  ),
})

interface Example {
  rows: number[]
  /** The seats of each party. */
  parties: Record<string, string[]>
  broken: string[]
  /** Of others. */
  taken?: string[]
  accessible?: string[]
}

/** The old and new seats of each party: `A1>A3`, `A2` for one that stays, `A2>none`. */
function replace({ rows, parties, broken, taken = [], accessible }: Example) {
  const hall = createSeats(rows, accessible)
  const own = Object.values(parties).flat()
  const plan = planReplacements({
    parties: Object.entries(parties).map(([id, labels]) => partyOf(hall, id, labels)),
    hall,
    isOut: ({ _id }) => broken.includes(_id),
    isFree: ({ _id }) => ![...own, ...broken, ...taken].includes(_id),
  })
  return Object.fromEntries(
    plan.map(({ party, seats }) => [
      party.id,
      seats.map(({ from, to }) =>
        from._id === to?._id ? to._id : `${from._id}>${to?._id ?? 'none'}`,
      ),
    ]),
  )
}

// A row of eight: A1 A2, an aisle, A3 to A6, an aisle, A7 A8.
test.each<[string, Example, Record<string, string[]>]>([
  [
    'a seat beside the party, although another seat is left alone then',
    { rows: [8], parties: { asha: ['A3', 'A4'] }, broken: ['A3'] },
    { asha: ['A3>A5', 'A4'] },
  ],
  [
    'seats together elsewhere, if there is none beside it',
    { rows: [8], parties: { asha: ['A1', 'A2'] }, broken: ['A1'] },
    { asha: ['A1>A3', 'A2>A4'] },
  ],
  [
    'one other seat, if the party cannot stay together',
    { rows: [8], parties: { asha: ['A1', 'A2'] }, broken: ['A1'], taken: ['A4', 'A6', 'A8'] },
    { asha: ['A1>A3', 'A2'] },
  ],
  [
    'only those of a party who sit beside the broken seat',
    { rows: [8, 8], parties: { asha: ['A3', 'A4', 'B7'] }, broken: ['A3'] },
    { asha: ['A3>A5', 'A4', 'B7'] },
  ],
  [
    'an accessible place for an accessible one',
    { rows: [8], accessible: ['A1', 'A8'], parties: { asha: ['A1'] }, broken: ['A1'] },
    { asha: ['A1>A8'] },
  ],
  [
    'an accessible place for the one of a party that is split',
    {
      rows: [8],
      accessible: ['A1', 'A8'],
      parties: { asha: ['A7', 'A8'] },
      broken: ['A7', 'A8'],
      taken: ['A2', 'A3', 'A5'],
    },
    { asha: ['A7>A6', 'A8>A1'] },
  ],
  [
    'a better category rather than a cheaper one',
    { rows: [4, 4, 4], parties: { asha: ['B1'] }, broken: ['B1', 'B2', 'B3', 'B4'] },
    { asha: ['B1>C1'] },
  ],
  [
    'the seat of the first party, if there are too few',
    {
      rows: [8],
      parties: { asha: ['A1', 'A2'], ravi: ['A7', 'A8'] },
      broken: ['A1', 'A7'],
      taken: ['A3', 'A4', 'A5'],
    },
    { asha: ['A1>A6', 'A2'], ravi: ['A7>none', 'A8'] },
  ],
])('planReplacements finds %s [S-500]', (_, example, expected) => {
  expect(replace(example)).toEqual(expected)
})

test.each<[string, string[], string[], boolean]>([
  ['a party with a seat beside its old one is together', ['A3'], [], true],
  [
    'the rest of a party that loses a seat is together',
    ['A1'],
    ['A3', 'A4', 'A5', 'A6', 'A7', 'A8'],
    true,
  ],
  ['a party whose new seat is elsewhere is not together', ['A1'], ['A3', 'A5', 'A6', 'A8'], false],
])('planReplacements tells that %s [S-500]', (_, broken, taken, isTogether) => {
  const hall = createSeats([8])
  const own = broken[0] === 'A1' ? ['A1', 'A2'] : ['A3', 'A4']
  const [plan] = planReplacements({
    parties: [partyOf(hall, 'asha', own)],
    hall,
    isOut: ({ _id }) => broken.includes(_id),
    isFree: ({ _id }) => ![...own, ...broken, ...taken].includes(_id),
  })
  expect(plan?.isTogether).toBe(isTogether)
})

const HALL = createSeats([8, 8, 8])
const states = fc.constantFrom('free', 'taken', 'broken', 0, 1, 2, 3)

test('planReplacements replaces as many seats as are free, gives each seat once, and moves no party without need [S-500]', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ state: states, breaks: fc.boolean() }), {
        minLength: HALL.length,
        maxLength: HALL.length,
      }),
      (cells) => {
        const stateOf = new Map(HALL.map((seat, n) => [seat._id, cells[n]]))
        const isOwn = ({ _id }: HallSeat) => typeof stateOf.get(_id)?.state === 'number'
        const isFree = ({ _id }: HallSeat) => stateOf.get(_id)?.state === 'free'
        const isOut = (seat: HallSeat) =>
          stateOf.get(seat._id)?.state === 'broken' ||
          (isOwn(seat) && stateOf.get(seat._id)?.breaks === true)
        const parties = [0, 1, 2, 3].map((n) =>
          partyOf(
            HALL,
            String(n),
            HALL.filter(({ _id }) => stateOf.get(_id)?.state === n).map(({ _id }) => _id),
          ),
        )
        const plan = planReplacements({ parties, hall: HALL, isOut, isFree })

        const pairs = plan.flatMap(({ seats }) => seats)
        const given = pairs.flatMap(({ to }) => to?._id ?? [])
        expect(new Set(given).size).toBe(given.length)
        const broken = HALL.filter((seat) => isOwn(seat) && isOut(seat)).length
        const free = HALL.filter(isFree).length
        expect(pairs.length - given.length).toBe(Math.max(0, broken - free))
        for (const { from, to } of pairs) {
          if (to === null) expect(isOut(from)).toBe(true)
          else expect(isOut(to)).toBe(false)
          if (to && to._id !== from._id) expect(isFree(to) || isOwn(to)).toBe(true)
        }
        const hall = createHall(HALL)
        for (const { party, seats, isTogether } of plan) {
          const moved = seats.filter(({ from, to }) => to && to._id !== from._id && !isOut(from))
          // People on good seats move only to be side by side with others of their party.
          for (const { from, to } of moved)
            expect(
              seats.some(
                (other) =>
                  other.from !== from && other.to && to && isSideBySide(hall, [other.to, to]),
              ),
            ).toBe(true)
          if (isSideBySide(hall, party.seats)) {
            const newSeats = seats.flatMap(({ to }) => to ?? [])
            expect(isTogether).toBe(isSideBySide(hall, newSeats))
          }
          if (!party.seats.some(isOut)) expect([moved, isTogether]).toEqual([[], true])
        }
      },
    ),
    randomRuns({ few: 100, many: 2000 }),
  )
})
