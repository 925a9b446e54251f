import { findBestSeats } from '@marquee/contract/seats/best-seats'
import { createHall, type HallSeat } from '@marquee/contract/seats/hall'
import type { Result } from '../report.ts'

const ROWS = 50
const SEATS_PER_ROW = 60
const REPETITIONS = 200
const MAX_MS = 2

/** Chooses the best of 3,000 seats. The time is that of the processor. */
export async function bestSeats(): Promise<Result[]> {
  const hall = createHall(createSeats())
  const measure = (isFree: (seat: HallSeat, index: number) => boolean, size: number) => {
    const free = new Set(hall.runs.flat().flatMap(({ seat }, n) => (isFree(seat, n) ? seat : [])))
    const choose = () => findBestSeats(hall, { size, isFree: (seat) => free.has(seat) })
    if (choose()?.length !== size) throw new Error('There are not so many seats')
    return millisecondsOf(choose)
  }
  const result = (name: string, value: number): Result => ({
    name: `best of ${ROWS * SEATS_PER_ROW} seats, ${name}`,
    value,
    goal: { atMost: MAX_MS, unit: ' ms' },
  })
  return [
    result(
      'all free, party of 6',
      measure(() => true, 6),
    ),
    result(
      'half of them taken in pairs, party of 6',
      measure((_, n) => n % 4 < 2, 6),
    ),
    result(
      'every second one taken, party of 2',
      measure((_, n) => n % 2 === 0, 2),
    ),
    result(
      'every second one taken, party of 10',
      measure((_, n) => n % 2 === 0, 10),
    ),
  ]
}

const createSeats = (): HallSeat[] =>
  Array.from({ length: ROWS * SEATS_PER_ROW }, (_, n) => {
    const row = Math.floor(n / SEATS_PER_ROW)
    const letters = (row >= 26 ? 'A' : '') + String.fromCharCode(65 + (row % 26))
    const seatNumber = `${letters}${(n % SEATS_PER_ROW) + 1}`
    return { _id: seatNumber, seatNumber, category: 'Standard' }
  })

function millisecondsOf(call: () => unknown) {
  for (let n = 0; n < REPETITIONS / 10; n += 1) call()
  const before = process.cpuUsage()
  for (let n = 0; n < REPETITIONS; n += 1) call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / REPETITIONS
}
