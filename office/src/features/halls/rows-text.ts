import {
  emptyPositions,
  findRowMistake,
  type HallRow,
  knownCategory,
  normalizeRow,
  range,
  seatNumbersOf,
  seatPositions,
} from './hall-row.ts'

/** Rows, or what is wrong with the text: one sentence each, with place and remedy. */
export type ParsedRows = { rows: HallRow[] } | { mistakes: string[] }

/** What a row is written like, for hints and messages. */
const EXAMPLE = 'A 1-12 Standard'

/**
 * Reads rows such as `A 1-12 Standard; B 14-1 Premium`, one in each line or between semicolons. `14-1`: the highest number is on the left. `_` is an empty
 * position, `_3` are three: `C _2 1-4 _ 5-8 VIP`. At the end `wheelchair 1,2` and `companion 3`.
 */
export function parseRowsText(text: string): ParsedRows {
  const entries = text
    .split(/[;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const rows: HallRow[] = []
  const mistakes: string[] = []
  for (const entry of entries) {
    const parsed = parseRow(entry)
    if (typeof parsed === 'string') {
      mistakes.push(parsed)
      continue
    }
    const mistake = findRowMistake(parsed, rows)
    if (mistake) mistakes.push(mistake)
    rows.push(normalizeRow(parsed))
  }
  if (entries.length === 0) mistakes.push(`Write at least one row, such as ${EXAMPLE}.`)
  return mistakes.length > 0 ? { mistakes } : { rows }
}

const SEATS_OR_AISLE = /^(?:(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?|(_+)(\d{0,3}))(?=[\s_,]|$)[\s,]*/

/** Returns the row, or what is wrong with its text. */
function parseRow(entry: string): HallRow | string {
  const [, letters = '', rest = ''] = /^([a-z]+)[\s:]*(.*)$/i.exec(entry) ?? []
  const row = letters.toUpperCase()
  if (row === '') return `"${entry}": begin with the letters of the row, such as ${EXAMPLE}.`
  const { numbers, positions, isOffset, remainder } = parseSeats(rest)
  const [first] = numbers
  if (first === undefined)
    return `Row ${row}: write its seats after the letters, such as ${row} 1-12.`
  if (numbers.length === 1 && !/\d\s*[-–]/.test(rest))
    return `Row ${row}: write ${row} 1-${first} for ${first} seats, or ${row} ${first}-${first} for seat ${first} alone.`
  const step = (numbers[1] ?? first) < first ? -1 : 1
  const wrong = numbers.findIndex((number, index) => number !== first + step * index)
  if (wrong > 0)
    return `Row ${row}: write seat ${first + step * wrong} instead of ${numbers[wrong]}, numbers go on after an aisle.`
  const [, category = '', accessible = '', companion = ''] = ENDING.exec(remainder) ?? []
  const offset = (positions[0] ?? 1) - 1
  return {
    row,
    seats: numbers.length,
    category: knownCategory(category.trim()),
    first: Math.min(...numbers),
    direction: step < 0 ? 'rightToLeft' : 'leftToRight',
    accessible: parseNumbers(accessible),
    companion: parseNumbers(companion),
    gaps: emptyPositions(positions.map((position) => position - offset)),
    ...(isOffset && { offset }),
  }
}

const ENDING = /^(.*?)(?:\s+wheelchairs?\s+(\d[\d,\s-]*))?(?:\s+companions?\s+(\d[\d,\s-]*))?$/i

/** The seats and aisles at the beginning of a text. */
function parseSeats(text: string) {
  const numbers: number[] = []
  const positions: number[] = []
  let isOffset = false
  let next = 1
  let remainder = text
  for (let match = SEATS_OR_AISLE.exec(text); match; match = SEATS_OR_AISLE.exec(remainder)) {
    const [all, from = '', to = from, aisle, count = ''] = match
    remainder = remainder.slice(all.length)
    if (aisle === undefined)
      for (const number of range(Number(from), Number(to))) {
        numbers.push(number)
        positions.push(next)
        next += 1
      }
    else {
      if (numbers.length === 0) isOffset = true
      next += count === '' ? aisle.length : Number(count)
    }
  }
  return { numbers, positions, isOffset, remainder }
}

/** Reads `1, 2` and `1-2`. Anything else is read as 0, which no seat has. */
export const parseNumbers = (text: string) =>
  text
    .split(/[,\s]+/)
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [, from, to = from] = /^(\d{1,4})(?:[-–](\d{1,4}))?$/.exec(part) ?? []
      return from === undefined ? [0] : range(Number(from), Number(to))
    })

/** Writes rows as `parseRowsText` reads them, one in each line. */
export const formatRowsText = (rows: readonly HallRow[]) => rows.map(formatRow).join('\n')

function formatRow(row: HallRow) {
  const { row: letters, category, accessible = [], companion = [], offset } = row
  const places = [
    ...(accessible.length > 0 ? [`wheelchair ${accessible.join(',')}`] : []),
    ...(companion.length > 0 ? [`companion ${companion.join(',')}`] : []),
  ]
  const start = offset === undefined ? [] : [aisleText(offset)]
  return [letters, ...start, ...formatSeats(row), category, ...places].join(' ')
}

const aisleText = (positions: number) => (positions === 1 ? '_' : `_${positions}`)

/** `1-4 _ 5-8`: the seats between aisles. */
function formatSeats(row: HallRow) {
  const numbers = seatNumbersOf(row)
  const positions = seatPositions(row)
  const parts: string[] = []
  let start = 0
  for (let end = 1; end <= numbers.length; end += 1) {
    const empty = (positions[end] ?? 0) - (positions[end - 1] ?? 0) - 1
    if (end < numbers.length && empty === 0) continue
    const [from, to] = [numbers[start], numbers[end - 1]]
    // A row of one seat is written with both ends: a number alone looks like the number of seats.
    parts.push(from === to && row.seats > 1 ? `${from}` : `${from}-${to}`)
    if (end < numbers.length) parts.push(aisleText(empty))
    start = end
  }
  return parts
}
