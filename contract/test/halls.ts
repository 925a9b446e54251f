import fc from 'fast-check'
import { createHall, type HallSeat, isLostAlone } from '#src/seats/hall.ts'

/** The seats of a hall with rows from A. */
export const createSeats = (rows: number, seatsPerRow: number): HallSeat[] =>
  Array.from({ length: rows * seatsPerRow }, (_, index) => {
    const letters = String.fromCharCode(65 + Math.floor(index / seatsPerRow))
    const seatNumber = `${letters}${(index % seatsPerRow) + 1}`
    return { _id: seatNumber, seatNumber, category: 'Standard' }
  })

/** Halls of all sizes with a share of their seats taken, and the size of a party. */
export const hallWithTaken = fc
  .record({
    rows: fc.integer({ min: 1, max: 12 }),
    seatsPerRow: fc.integer({ min: 1, max: 20 }),
    size: fc.integer({ min: 1, max: 10 }),
    share: fc.constantFrom(0, 0.3, 0.6, 0.8, 0.95),
  })
  .chain(({ rows, seatsPerRow, size, share }) =>
    fc
      .array(fc.double({ min: 0, max: 1, noNaN: true }), {
        minLength: rows * seatsPerRow,
        maxLength: rows * seatsPerRow,
      })
      .map((chances) => {
        const seats = createSeats(rows, seatsPerRow)
        const taken = seats.filter((_, index) => (chances[index] ?? 0) < share)
        const free = new Set(seats.filter((seat) => !taken.includes(seat)))
        return { hall: createHall(seats), free, size }
      }),
  )

export type HallCase = typeof hallWithTaken extends fc.Arbitrary<infer T> ? T : never

/** All groups of adjacent free seats of a run, each with the seats that it leaves alone and its average cost. */
export function allGroups({ hall, free, size }: HallCase) {
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
