import type { AccessType } from '@marquee/contract/seats/seats'
import {
  findRowMistake,
  type HallRow,
  knownCategory,
  normalizeRow,
  ROW_LETTERS,
} from './hall-row.ts'
import type { ParsedRows } from './rows-text.ts'

export const CSV_COLUMNS = ['row', 'number', 'category', 'access'] as const
type CsvColumn = (typeof CSV_COLUMNS)[number]

interface CsvSeat {
  line: number
  row: string
  number: number
  category: string
  access: AccessType | ''
}

/** Reads a table of seats: `row,number,category,access`, one seat in each line. The titles of the columns may be left out. `access`: wheelchair, companion or nothing. */
export function parseRowsCsv(text: string): ParsedRows {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((content, index) => ({ line: index + 1, cells: splitCells(content) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const titles = lines[0]?.cells.map((cell) => cell.toLowerCase()) ?? []
  const hasTitles = titles.includes('row')
  const columns = hasTitles ? titles : [...CSV_COLUMNS]
  const parsed = lines
    .slice(hasTitles ? 1 : 0)
    .map(({ line, cells }) => parseSeat(line, (name) => cells[columns.indexOf(name)] ?? ''))
  const mistakes = parsed.filter((seat) => typeof seat === 'string')
  if (parsed.length === 0) mistakes.push('The file has no seat: add lines such as A,1,Standard,.')
  if (mistakes.length > 0) return { mistakes }
  return rowsOf(parsed.filter((seat) => typeof seat !== 'string'))
}

/** Separated by commas, semicolons or tabs. A cell may be quoted. */
const splitCells = (content: string) =>
  [...`,${content}`.matchAll(/[,;\t][^\S\t]*(?:"((?:[^"]|"")*)"[^,;\t]*|([^,;\t]*))/g)].map(
    ([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim(),
  )

function parseSeat(line: number, cell: (name: CsvColumn) => string): CsvSeat | string {
  const row = cell('row').toUpperCase()
  const access = cell('access').toLowerCase()
  if (!ROW_LETTERS.test(row))
    return `Line ${line}, row: write one or two letters instead of "${cell('row')}".`
  if (!/^[1-9]\d{0,3}$/.test(cell('number')))
    return `Line ${line}, number: write a whole number instead of "${cell('number')}".`
  if (cell('category') === '') return `Line ${line}, category: write one, such as Standard.`
  if (access !== '' && access !== 'wheelchair' && access !== 'companion')
    return `Line ${line}, access: write wheelchair, companion or nothing instead of "${cell('access')}".`
  const category = knownCategory(cell('category'))
  return { line, row, number: Number(cell('number')), category, access }
}

function rowsOf(seats: CsvSeat[]): ParsedRows {
  const rows: HallRow[] = []
  const mistakes: string[] = []
  for (const [row, own] of Map.groupBy(seats, (seat) => seat.row)) {
    const sorted = own.toSorted((one, other) => one.number - other.number)
    const result = rowOf(row, sorted)
    const mistake = findSeatMistake(own, sorted) ?? findRowMistake(result)
    if (mistake) mistakes.push(mistake)
    rows.push(normalizeRow(result))
  }
  return mistakes.length > 0 ? { mistakes } : { rows }
}

/** Seats that a row cannot have: other categories, the same number twice, missing numbers. */
function findSeatMistake(own: readonly CsvSeat[], sorted: readonly CsvSeat[]) {
  const [first] = own
  const other = own.find(({ category }) => category !== first?.category)
  if (first && other)
    return `Line ${other.line}: row ${other.row} is ${first.category} in line ${first.line}, give all its seats one category.`
  for (const [index, seat] of sorted.entries()) {
    const before = sorted[index - 1]
    if (!before || seat.number === before.number + 1) continue
    const { row, number } = seat
    if (number === before.number)
      return `Line ${Math.max(seat.line, before.line)}: seat ${row}${number} is in line ${Math.min(seat.line, before.line)} already, delete one of them.`
    return `Line ${seat.line}: row ${row} has no seat ${before.number + 1}, add it or number the seats without a break.`
  }
  return
}

function rowOf(row: string, sorted: readonly CsvSeat[]): HallRow {
  const numbersWith = (access: AccessType) =>
    sorted.filter((seat) => seat.access === access).map(({ number }) => number)
  return {
    row,
    seats: sorted.length,
    category: sorted[0]?.category ?? '',
    first: sorted[0]?.number ?? 1,
    accessible: numbersWith('wheelchair'),
    companion: numbersWith('companion'),
  }
}
