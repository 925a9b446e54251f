type Cell = string | number | null | undefined

/** What spreadsheets run as a formula when a text begins with it. */
const FORMULA = /^[=+\-@\t\r]/
/** Spreadsheets then read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A CSV file (RFC 4180). Numbers stay plain numbers; a text that a spreadsheet would run as a formula begins with an apostrophe. */
export const toCsv = (rows: readonly (readonly Cell[])[]) =>
  BYTE_ORDER_MARK + rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

function cellOf(cell: Cell) {
  if (typeof cell !== 'string') return String(cell ?? '')
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

interface Report {
  rows: readonly object[]
  totals: object
}

const TOTAL = 'Total'

/** A report as a CSV file: a column for each field of its rows, and the totals last. */
export function reportCsv({ rows, totals }: Report, columns: readonly string[]) {
  const cellsOf = (row: object) => columns.map((column) => (row as Record<string, Cell>)[column])
  return toCsv([columns, ...rows.map(cellsOf), cellsOf({ key: '', label: TOTAL, ...totals })])
}
