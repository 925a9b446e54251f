import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { TextField } from '@marquee/ui-kit/ui/field.tsx'
import { useState } from 'react'
import { CSV_COLUMNS, parseRowsCsv } from './rows-csv.ts'
import { listMistakes } from './rows-text-field.tsx'
import type { EditedHall } from './use-hall.ts'

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
