import { expect, test } from 'vitest'
import { createSeats } from '#test/halls.ts'
import { findGap, findSeatGap, isGapRuleDue } from './gap-rule.ts'
import { createHall, describeSeats, type HallSeat } from './hall.ts'

const MAX_RUN = 10
const MINUTE = 60_000

/** The states of a run as text: `.` is free, `#` is taken, `x` is chosen, `a` is an accessible place. */
type State = string

/** A hall whose middle section has the seats of a state. The other sections are taken. */
function hallOf(state: State) {
  const side = Math.floor(state.length / 2)
  const seats = createSeats(1, state.length + 2 * side).map(
    (seat, index): HallSeat => ({
      ...seat,
      ...(state[index - side] === 'a' && { accessible: 'wheelchair' }),
    }),
  )
  const hall = createHall(seats)
  const run = hall.runs[1] ?? []
  const idsOf = (mark: string) =>
    new Set(run.flatMap(({ seat }, index) => (state[index] === mark ? [seat._id] : [])))
  const free = new Set([...idsOf('.'), ...idsOf('a')])
  const choice = { chosenIds: idsOf('x'), isFree: ({ _id }: HallSeat) => free.has(_id) }
  const indexOf = ({ _id }: HallSeat) => run.findIndex(({ seat }) => seat._id === _id)
  return { hall, choice, indexOf }
}

/** The rule as an independent sentence about text. */
function gapsIn(state: State) {
  if (!state.includes('#')) return []
  return [...state].flatMap((mark, index) => {
    const [before = '#', after = '#'] = [state[index - 1], state[index + 1]]
    const isAlone = mark === '.' && before !== '.' && after !== '.'
    const isEnd = index === 0 || index === state.length - 1
    const isExempt = isEnd && state.length % 2 === 1
    return isAlone && (before === 'x' || after === 'x') && !isExempt ? [index] : []
  })
}

const partsIn = (state: State) => state.match(/x+/g)?.length ?? 0

/** Every state that a choice of as many seats in no more parts would lead to. */
function alternatives(state: State): State[] {
  const size = [...state].filter((mark) => mark === 'x').length
  const open = state.replaceAll('x', '.')
  const choose = (rest: State, left: number): State[] => {
    if (rest === '') return left === 0 ? [''] : []
    const [mark = '', tail] = [rest[0], rest.slice(1)]
    const without = choose(tail, left).map((end) => mark + end)
    if (mark !== '.' || left === 0) return without
    return [...without, ...choose(tail, left - 1).map((end) => `x${end}`)]
  }
  return choose(open, size).filter((other) => partsIn(other) <= partsIn(state))
}

function* states(length: number, marks: string): Generator<State> {
  if (length === 0) yield ''
  else for (const rest of states(length - 1, marks)) for (const mark of marks) yield mark + rest
}

test('findGap finds a gap in exactly those states of a run that leave a seat alone although a choice without gaps exists, and the choice that it offers is one of them [S-300]', () => {
  const bestOf = new Map<string, boolean>()
  for (let length = 2; length <= MAX_RUN; length += 1) {
    for (const state of states(length, '.#x')) {
      if (!state.includes('x')) continue
      const { hall, choice, indexOf } = hallOf(state)
      const gap = findGap(hall, choice)
      const gaps = gapsIn(state)
      if (gaps.length === 0) {
        if (gap) expect.fail(`${state}: no seat is left alone`)
        continue
      }
      const size = [...state].filter((mark) => mark === 'x').length
      const key = `${state.replaceAll('x', '.')} ${size} ${partsIn(state)}`
      const isAvoidable =
        bestOf.get(key) ?? alternatives(state).some((other) => gapsIn(other).length === 0)
      bestOf.set(key, isAvoidable)
      if ((gap !== undefined) !== isAvoidable) expect.fail(`${state}: avoidable ${isAvoidable}`)
      if (!gap) continue
      const instead = new Set(gap.instead.map(indexOf))
      const after = [...state.replaceAll('x', '.')]
        .map((mark, index) => (instead.has(index) ? `${mark === '.' ? 'x' : '!'}` : mark))
        .join('')
      const isValid =
        !after.includes('!') &&
        instead.size === size &&
        gapsIn(after).length === 0 &&
        partsIn(after) <= partsIn(state)
      if (!isValid) expect.fail(`${state}: ${after} is no remedy`)
      expect(gap.alone.map(indexOf)).toEqual(gaps)
    }
  }
}, 60_000)

test('for each number of seats, some choice in a run is allowed, so the rule never keeps free seats from being booked [S-301]', () => {
  for (let length = 1; length <= 8; length += 1) {
    for (const state of states(length, '.#')) {
      const free = [...state].filter((mark) => mark === '.').length
      for (let size = 1; size <= free; size += 1) {
        const isAllowed = (choice: State) => {
          const { hall, choice: chosen } = hallOf(choice)
          return findGap(hall, chosen) === undefined
        }
        if (!choicesOf(state, size).some(isAllowed))
          expect.fail(`${state}: no ${size} seats can be booked`)
      }
    }
  }
})

function choicesOf(state: State, size: number): State[] {
  if (size === 0) return [state]
  const found: State[] = []
  const place = (from: number, left: number, current: State) => {
    if (left === 0) return void found.push(current)
    for (let index = from; index < state.length; index += 1) {
      if (state[index] === '.')
        place(index + 1, left - 1, `${current.slice(0, index)}x${current.slice(index + 1)}`)
    }
  }
  place(0, size, state)
  return found
}

test.each([
  ['one seat beside the last of a row', '..xx.#', 'xx'],
  ['the middle of four seats', '#.xx.#', 'xx'],
])('findGap offers the nearest choice for %s', (_, state, size) => {
  const { hall, choice, indexOf } = hallOf(state)

  const gap = findGap(hall, choice)

  expect(gap?.instead).toHaveLength(size.length)
  expect(Math.abs(indexOf(gap?.instead[0] as HallSeat) - state.indexOf('x'))).toBe(1)
})

test.each(['#xxa#....', '..#a.#...x', '...#a.xx..'])(
  'findGap ignores an accessible place that is left alone, and the end of the free seats beside one: %s',
  (state) => {
    const { hall, choice } = hallOf(state)

    expect(findGap(hall, choice)?.alone.every(({ accessible }) => !accessible) ?? true).toBe(true)
  },
)

test('a chosen accessible place makes no gap', () => {
  const { hall, choice } = hallOf('#.a#....')
  const place = hall.runs.flat().find(({ seat }) => seat.accessible)?.seat._id ?? ''

  expect(findGap(hall, { ...choice, chosenIds: new Set([place, 'A1']) })).toBeUndefined()
})

test.each([
  ['less than half of the hall is sold', 7, []],
  ['half of the hall is sold', 8, ['A6']],
])('findSeatGap while %s finds %j', (_, sold, expected) => {
  const soldFirst = [5, 1, 2, 3, 4, 13, 14, 15, 16].slice(0, sold)
  const seats = createSeats(1, 16).map((seat, index) => ({
    ...seat,
    price: 150,
    status: soldFirst.includes(index + 1) ? ('SOLD' as const) : ('AVAILABLE' as const),
  }))
  const chosen = seats.filter(({ seatNumber }) => ['A7', 'A8'].includes(seatNumber))

  const gap = findSeatGap(seats, new Set(chosen.map(({ _id }) => _id)))

  expect(gap?.alone.map(({ seatNumber }) => seatNumber) ?? []).toEqual(expected)
})

test('the gap rule applies to two or more people until 30 minutes before booking closes [S-302]', () => {
  const closesAt = 100 * MINUTE
  const isDue = (seats: number, minutesLeft: number) =>
    isGapRuleDue(seats, { closesAt, now: closesAt - minutesLeft * MINUTE })

  expect([isDue(1, 60), isDue(2, 60), isDue(2, 31), isDue(2, 30), isDue(2, 5)]).toEqual([
    ...[false, true, true, false, false],
  ])
})

test('describeSeats names seats side by side as a range', () => {
  const seats = createSeats(2, 12)
  const named = (...numbers: string[]) =>
    describeSeats(seats.filter(({ seatNumber }) => numbers.includes(seatNumber)))

  expect(named('A5', 'A6')).toBe('A5–A6')
  expect(named('A5', 'A7', 'A8', 'B1')).toBe('A5, A7–A8, B1')
})
