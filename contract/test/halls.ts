import type { HallSeat } from '#src/choosing/hall.ts'

/** The seats of a hall with rows from A. */
export const createSeats = (rows: number, seatsPerRow: number): HallSeat[] =>
  Array.from({ length: rows * seatsPerRow }, (_, index) => {
    const letters = String.fromCharCode(65 + Math.floor(index / seatsPerRow))
    const seatNumber = `${letters}${(index % seatsPerRow) + 1}`
    return { _id: seatNumber, seatNumber, category: 'Standard' }
  })
