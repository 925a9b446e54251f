import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { TextField } from '@marquee/ui-kit/ui/field.tsx'
import { Fragment, useState } from 'react'
import { CSV_COLUMNS, parseRowsCsv } from './rows-csv.ts'
import { formatRowsText, parseRowsText } from './rows-text.ts'
import type { EditedHall } from './use-hall.ts'

const MAX_SHOWN = 5

/** All rows as text. A text with mistakes stays as it was typed, with its mistakes below. */
export function RowsTextField({ hall }: { hall: EditedHall }) {
  const { rows, typed, setTyped, changeRows } = hall
  const text = typed?.text ?? formatRowsText(rows)
  const change = (next: string) => {
    const parsed = parseRowsText(next)
    if ('mistakes' in parsed) setTyped({ text: next, rows, mistakes: parsed.mistakes })
    else {
      setTyped({ text: next, rows: parsed.rows, mistakes: [] })
      changeRows(() => parsed.rows, 'text')
    }
  }
  return (
    <div className="grid gap-3">
      <TextField
        label="Rows"
        className="[&_p]:whitespace-pre-line"
        rows={Math.min(Math.max(text.split('\n').length + 1, 8), 24)}
        spellCheck={false}
        autoComplete="off"
        value={text}
        error={listMistakes(typed?.mistakes ?? [])}
        onChange={({ target }) => change(target.value)}
      />
      <Notation />
    </div>
  )
}

/** The first mistakes, one in each line. */
function listMistakes(mistakes: readonly string[]) {
  if (mistakes.length === 0) return
  const more = mistakes.length - MAX_SHOWN
  return [...mistakes.slice(0, MAX_SHOWN), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n')
}

const NOTATION = [
  ['A 1-12 Standard', 'letters, seats, category; one row in each line'],
  ['A 12-1 Standard', 'seat 12 is on the left'],
  ['A 1-4 _ 5-8 VIP', 'an empty position; _3 are three'],
  ['A _2 1-8 VIP', 'begins two positions from the left'],
  ['A 1-8 VIP wheelchair 1,2 companion 3', 'accessible places'],
] as const

const Notation = () => (
  <dl className="grid gap-x-3 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
    {NOTATION.map(([example, text]) => (
      <Fragment key={example}>
        <dt className="font-medium">{example}</dt>
        <dd className="text-ash">{text}</dd>
      </Fragment>
    ))}
  </dl>
)

/** Replaces all rows by a table of seats, from a file or the clipboard. */
export function RowsCsvField({ hall, onTaken }: { hall: EditedHall; onTaken: () => void }) {
  const [text, setText] = useState('')
  const parsed = parseRowsCsv(text)
  const take = () => {
    if ('mistakes' in parsed) return
    hall.changeRows(() => parsed.rows)
    onTaken()
  }
  return (
    <div className="grid gap-4">
      <label className="field">
        <span className="field-label">File</span>
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="min-h-11 py-2"
          onChange={async ({ target }) => {
            const file = target.files?.[0]
            if (file) setText(await file.text())
          }}
        />
      </label>
      <TextField
        label="Seats"
        className="[&_p]:whitespace-pre-line"
        rows={10}
        spellCheck={false}
        autoComplete="off"
        placeholder={'row,number,category,access\nA,1,Standard,wheelchair\nA,2,Standard,companion'}
        hint={`One seat in each line: ${CSV_COLUMNS.join(', ')}. Access is wheelchair, companion or empty.`}
        value={text}
        error={text !== '' && 'mistakes' in parsed ? listMistakes(parsed.mistakes) : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={'mistakes' in parsed}
        onClick={take}
      >
        Replace all rows
      </Button>
    </div>
  )
}
