import { type HallSize, type SeatPosition, viewCost, viewFrom } from './screen-view.ts'
import {
  groupByRow,
  layoutRow,
  layoutWidth,
  type NumberedSeat,
  parseSeatNumber,
} from './seat-rows.ts'
import type { AccessType } from './seats.ts'

/** What choosing needs to know of a seat. */
export interface HallSeat extends NumberedSeat {
  _id: string
  category: string
  accessible?: AccessType | undefined
}

export interface PlacedSeat<S extends HallSeat> extends SeatPosition {
  seat: S
  /** What is wrong with the view from here (`viewCost`). */
  cost: number
}

/** The seats of a row between two aisles. */
export type Run<S extends HallSeat> = PlacedSeat<S>[]

export interface Hall<S extends HallSeat> {
  size: HallSize
  runs: Run<S>[]
}

/** The positions of the seats of a screen, as the seat map shows them. */
export function createHall<S extends HallSeat>(seats: readonly S[]): Hall<S> {
  const rows = groupByRow(seats).map(layoutRow)
  const size = { rows: rows.length, width: layoutWidth(rows) }
  const runs = rows.flatMap(({ blocks }, row) =>
    blocks.map((block) =>
      block.map(({ seat, offset: x }) => {
        const position = { row, x }
        return { ...position, seat, cost: viewCost(viewFrom(position, size)) }
      }),
    ),
  )
  return { size, runs }
}

/** Free seats side by side: those of a run from `start` up to, but not including, `end`. */
export interface Stretch<S extends HallSeat> {
  run: Run<S>
  start: number
  end: number
}

export const lengthOf = ({ start, end }: { start: number; end: number }) => end - start

export type IsFree<S extends HallSeat> = (seat: S) => boolean

export function findStretches<S extends HallSeat>(run: Run<S>, isFree: IsFree<S>): Stretch<S>[] {
  const stretches: Stretch<S>[] = []
  let start = 0
  for (let end = 0; end <= run.length; end += 1) {
    const placed = run[end]
    if (placed && isFree(placed.seat)) continue
    if (end > start) stretches.push({ run, start, end })
    start = end + 1
  }
  return stretches
}

/** Returns the run with a seat, and the index of the seat in it. */
export function findInHall<S extends HallSeat>({ runs }: Hall<S>, seatId: string) {
  for (const run of runs) {
    const index = run.findIndex(({ seat }) => seat._id === seatId)
    if (index >= 0) return { run, index, placed: run[index] as PlacedSeat<S> }
  }
  return
}

/**
 * Whether a free seat that stands alone at this index of a run is a lost seat. One at the end of a run with an odd number of seats is
 * not: pairs cannot fill such a run.
 */
export const isLostAlone = (run: readonly unknown[], index: number) =>
  run.length % 2 === 0 || (index > 0 && index < run.length - 1)

/** Counts the seats that are left alone when the seats from `start` to `end` of a stretch are taken. */
export function countLeftAlone<S extends HallSeat>(
  stretch: Stretch<S>,
  { start, end }: { start: number; end: number },
) {
  const before = start - stretch.start === 1 && isLostAlone(stretch.run, stretch.start)
  const after = stretch.end - end === 1 && isLostAlone(stretch.run, end)
  return Number(before) + Number(after)
}

/** `H5–H6`, or `H5, H7`. */
export function describeSeats(seats: readonly NumberedSeat[]) {
  const groups: { letters: string; numbers: number[] }[] = []
  for (const { letters, seats: inRow } of groupByRow(seats)) {
    const numbers = inRow.map(({ seatNumber }) => parseSeatNumber(seatNumber).number)
    // A row may be numbered from the right.
    for (const number of numbers.toSorted((one, other) => one - other)) {
      const last = groups.at(-1)
      if (last?.letters === letters && last.numbers.at(-1) === number - 1) last.numbers.push(number)
      else groups.push({ letters, numbers: [number] })
    }
  }
  return groups
    .map(({ letters, numbers }) => {
      const [first, last] = [`${letters}${numbers[0]}`, `${letters}${numbers.at(-1)}`]
      return first === last ? first : `${first}–${last}`
    })
    .join(', ')
}
