import {
  type HallRow,
  MAX_FIRST_NUMBER,
  MAX_POSITIONS,
  MAX_SEATS_PER_ROW,
} from '@marquee/contract/office/programme/screens'
import { SEAT_CATEGORIES } from '@marquee/contract/seats/seat-tiers'
import type { AccessType } from '@marquee/contract/seats/seats'

export type { HallRow }

export const ROW_LETTERS = /^[A-Z]{1,2}$/
const MAX_CATEGORY_LENGTH = 120

/** The category of the price list that differs only in case, else the text. */
export const knownCategory = (text: string) =>
  SEAT_CATEGORIES.includes(text)
    ? text
    : (SEAT_CATEGORIES.find((category) => category.toLowerCase() === text.toLowerCase()) ?? text)

/** The numbers from one to another, up or down. */
export function range(from: number, to: number) {
  const step = to < from ? -1 : 1
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + step * index)
}

/** The empty positions between seats at these positions. The first seat is at 1. */
export function emptyPositions(positions: readonly number[]) {
  const taken = new Set(positions)
  return range(1, positions.at(-1) ?? 1).filter((position) => !taken.has(position))
}

/** Positions that a row takes, with its aisles. */
export const rowWidth = ({ seats, gaps = [] }: HallRow) => seats + gaps.length

/** The positions of the seats from left to right. The leftmost seat is at 1, and an aisle is an empty position. */
export function seatPositions(row: HallRow) {
  const empty = new Set(row.gaps)
  return range(1, rowWidth(row)).filter((position) => !empty.has(position))
}

/** The numbers of the seats from left to right, for a viewer who faces the screen. */
export function seatNumbersOf({ seats, first = 1, direction }: HallRow) {
  const numbers = range(first, first + seats - 1)
  return direction === 'rightToLeft' ? numbers.toReversed() : numbers
}

/** The kind of accessible place that a seat is. */
export function accessOf(
  { accessible, companion }: HallRow,
  number: number,
): AccessType | undefined {
  if (accessible?.includes(number)) return 'wheelchair'
  return companion?.includes(number) ? 'companion' : undefined
}

/** A row with the fields that its other fields need, and no others: rows of the same seats are equal. */
export function normalizeRow(row: HallRow): HallRow {
  const { first = 1, direction, offset, accessible = [], companion = [] } = row
  const numbers = new Set(seatNumbersOf(row))
  const own = (list: number[]) =>
    [...new Set(list)].filter((number) => numbers.has(number)).toSorted((a, b) => a - b)
  const gaps = aislesInside(row)
  const wheelchairs = own(accessible)
  const companions = own(companion).filter((number) => !wheelchairs.includes(number))
  return {
    row: row.row,
    seats: row.seats,
    category: row.category,
    ...(wheelchairs.length > 0 && { accessible: wheelchairs }),
    ...(companions.length > 0 && { companion: companions }),
    ...(first !== 1 && { first }),
    ...(direction === 'rightToLeft' && { direction }),
    ...(offset !== undefined && { offset }),
    ...(gaps.length > 0 && { gaps }),
  }
}

/** The aisles between the first and the last seat. */
function aislesInside({ seats, gaps = [] }: HallRow) {
  const sorted = [...new Set(gaps)].toSorted((a, b) => a - b)
  // The aisle after n others has at most all seats but the last one before it.
  return sorted.filter((position, index) => position > 1 && position - index <= seats)
}

/** What is wrong with a row, in one sentence with the remedy. Undefined if nothing is. */
export function findRowMistake(row: HallRow, others: readonly HallRow[] = []) {
  const { row: letters, seats, category, first = 1, offset = 0 } = row
  if (!ROW_LETTERS.test(letters)) return `"${letters}": a row has one or two letters, A to ZZ.`
  if (others.some((other) => other.row === letters))
    return `Row ${letters} is there already: choose other letters.`
  if (seats > MAX_SEATS_PER_ROW)
    return `Row ${letters} has ${seats} seats: divide it, a row has at most ${MAX_SEATS_PER_ROW}.`
  if (first < 1 || first > MAX_FIRST_NUMBER)
    return `Row ${letters}: begin with a seat number from 1 to ${MAX_FIRST_NUMBER}.`
  if (category === '')
    return `Row ${letters}: write the category after the seats, such as ${letters} 1-12 Standard.`
  if (category.length > MAX_CATEGORY_LENGTH)
    return `Row ${letters}: shorten its category to ${MAX_CATEGORY_LENGTH} characters.`
  if (offset + rowWidth(row) > MAX_POSITIONS)
    return `Row ${letters} reaches beyond position ${MAX_POSITIONS}: draw fewer aisles.`
  return findAccessMistake(row)
}

/** An accessible place is a seat of its row, and of one kind. */
function findAccessMistake(row: HallRow) {
  const { row: letters, accessible = [], companion = [] } = row
  const numbers = seatNumbersOf(row)
  const outside = [...accessible, ...companion].find((number) => !numbers.includes(number))
  if (outside !== undefined)
    return `Row ${letters} has no seat ${outside}: choose one from ${Math.min(...numbers)} to ${Math.max(...numbers)}.`
  const both = companion.find((number) => accessible.includes(number))
  if (both !== undefined)
    return `Row ${letters}: seat ${both} is a wheelchair place and a companion seat, choose one of them.`
  return
}

/** Returns the letters after the last row: `C` after A and B, `AA` after Z. */
export function nextLetters(rows: readonly HallRow[]) {
  const last = Math.max(-1, ...rows.map(({ row }) => indexOfLetters(row)))
  return lettersOf(last + 1)
}

const LETTERS = 26
const CODE_OF_A = 65

const indexOfLetters = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - CODE_OF_A + 1, 0) - 1

const lettersOf = (index: number): string =>
  (index < LETTERS ? '' : lettersOf(Math.floor(index / LETTERS) - 1)) +
  String.fromCharCode(CODE_OF_A + (index % LETTERS))

/** Adds copies of a row behind it, with the next letters. */
export function copyRow(rows: readonly HallRow[], index: number, copies: number): HallRow[] {
  const row = rows[index]
  const result = [...rows]
  for (let copy = 0; row && copy < copies; copy += 1)
    result.push({ ...row, row: nextLetters(result) })
  return result
}
