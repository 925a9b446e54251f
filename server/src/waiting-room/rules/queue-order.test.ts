import { expect, test } from 'vitest'
import {
  comparePositions,
  type PositionToOrder,
  proofStepFor,
  shuffleQueue,
} from './queue-order.ts'

const position = (id: string, position: Partial<PositionToOrder> = {}): PositionToOrder => ({
  id,
  isConfirmed: false,
  address: id,
  joinedAt: 0,
  ...position,
})
/** Shuffles by the order of the ids. */
const shuffle = (positions: PositionToOrder[]) =>
  shuffleQueue(positions, { opensAt: 100, sortKeyOf: (id) => id })

test('shuffleQueue shuffles those who came before the opening, and the others follow in the order of their arrival [S-1113]', () => {
  const positions = [
    position('a', { joinedAt: 200 }),
    position('z'),
    position('b', { joinedAt: 100 }),
  ]
  expect(shuffle([...positions, position('m')])).toEqual(['m', 'z', 'b', 'a'])
})

test('shuffleQueue puts positions with a confirmed email before others, also behind one address [S-1119]', () => {
  const office = Array.from({ length: 3 }, (_, n) =>
    position(`office ${n}`, { isConfirmed: true, address: 'office' }),
  )
  expect(shuffle([position('a'), ...office])).toEqual(['office 0', 'office 1', 'office 2', 'a'])
})

test('shuffleQueue puts further positions of an address into later rounds [S-1119]', () => {
  const bots = Array.from({ length: 6 }, (_, n) => position(`bot ${n}`, { address: 'bots' }))
  expect(shuffle([...bots, position('x'), position('y')])).toEqual([
    ...['bot 0', 'bot 1', 'x', 'y'],
    ...['bot 2', 'bot 3', 'bot 4', 'bot 5'],
  ])
})

test('shuffleQueue counts each position without an address by itself', () => {
  const positions = Array.from({ length: 3 }, (_, n) => position(`p${n}`, { address: null }))
  expect(shuffle([...positions, position('a')])).toEqual(['a', 'p0', 'p1', 'p2'])
})

test('proofStepFor asks for nothing up to four positions of an address, and doubles the work with their number [S-1114]', () => {
  expect([0, 3, 4, 7, 8, 16, 128, 100_000].map(proofStepFor)).toEqual([0, 0, 1, 1, 2, 3, 6, 8])
})

test('comparePositions prefers a turn, then the lower number, then the earlier arrival [S-1110]', () => {
  const other = { number: null, hasTurn: false, joinedAt: 0 }
  const turn = { ...other, number: 9, hasTurn: true }
  const first = { ...other, number: 1 }
  const late = { ...other, joinedAt: 1 }
  expect([late, other, first, turn].toSorted(comparePositions)).toEqual([turn, first, other, late])
})
