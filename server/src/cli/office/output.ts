import { formatDateTime } from '@marquee/contract/time'
import Table from 'cli-table3'
import type { Config } from '#src/config/config.ts'

export interface Output {
  /** Prints a response: as JSON with `--json`, else as `text` returns it. */
  print: <Answer>(answer: Answer, text: (answer: Answer) => string) => void
}

export const createOutput = (isJson: () => boolean, write: (line: string) => void): Output => ({
  print: (answer, text) => write(`${isJson() ? JSON.stringify(answer) : text(answer)}\n`),
})

/** `Tue, 1 Dec 2026, 6:30 PM` for an ISO time. */
export type FormatInstant = (instant: string) => string

/** Formats times as the pages do: in the cinema's time zone. */
export const createInstantFormat =
  ({ timeZone }: Pick<Config, 'timeZone'>): FormatInstant =>
  (instant) =>
    formatDateTime(Date.parse(instant), timeZone)

/** A table without lines, which can be piped to other programs. */
export function table(head: string[], rows: (string | number | null)[][]) {
  if (rows.length === 0) return 'none'
  const drawn = new Table({
    head,
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2, compact: true },
  })
  drawn.push(...rows.map((row) => row.map((cell) => String(cell ?? '–'))))
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
}
