import {
  MAX_FIRST_NUMBER,
  MAX_POSITIONS,
  MAX_SEATS_PER_ROW,
} from '@marquee/contract/office/programme/screens'
import { SEAT_CATEGORIES, seatPrice } from '@marquee/contract/seats/seat-tiers'
import { formatRupees } from '@marquee/contract/text/money'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field, SelectField } from '@marquee/ui-kit/ui/field.tsx'
import CopyPlus from 'lucide-react/icons/copy-plus'
import Trash from 'lucide-react/icons/trash-2'
import { useId, useState } from 'react'
import { NumberField } from '#ui/number-field.tsx'
import { centreRow, placeRow, splitRow } from './drawing.ts'
import {
  copyRow,
  findRowMistake,
  type HallRow,
  knownCategory,
  normalizeRow,
  seatNumbersOf,
} from './hall-row.ts'
import { parseNumbers } from './rows-text.ts'
import type { EditedHall } from './use-hall.ts'

const MAX_COPIES = 50

interface Props {
  hall: EditedHall
  /** The index of the row. */
  index: number
  onSelect: (row: number) => void
}

/** The fields of one row, for what cannot be drawn. */
export function RowFields({ hall, index, onSelect }: Props) {
  const { rows, changeRows } = hall
  const categories = useId()
  const [copies, setCopies] = useState(1)
  const row = rows[index]
  if (!row) return null
  const others = rows.filter((other) => other !== row)

  const replace = (next: HallRow, field: string) =>
    changeRows((before) => before.with(index, next), `${field} ${index}`)
  const change = (fields: Partial<HallRow>, field: string) =>
    replace(normalizeRow({ ...row, ...fields }), field)
  const textField = (field: TextField, write: (text: string) => Partial<HallRow>) => ({
    row,
    field,
    write: (text: string) => {
      const next = { ...row, ...write(text) }
      return findRowMistake(next, others) ?? normalizeRow(next)
    },
    onChange: (next: HallRow) => replace(next, field),
  })
  return (
    <fieldset className="grid gap-3 rounded border border-rule p-4">
      <legend className="px-1 font-semibold">Row {row.row}</legend>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
        <RowTextField
          label="Letters"
          {...textField('row', (text) => ({ row: text.trim().toUpperCase() }))}
        />
        <NumberField
          label="Seats"
          value={row.seats}
          min={1}
          max={MAX_SEATS_PER_ROW}
          onChange={(seats) => change({ seats }, 'seats')}
        />
        <RowTextField
          label="Category"
          list={categories}
          hint={priceHint(row.category)}
          {...textField('category', (text) => ({ category: knownCategory(text.trim()) }))}
        />
        <NumberField
          label="First number"
          value={row.first ?? 1}
          min={1}
          max={MAX_FIRST_NUMBER}
          onChange={(first) => change({ ...renumbered(row, first), first }, 'first')}
        />
        <SelectField
          label="Numbers from the"
          value={row.direction ?? 'leftToRight'}
          onChange={({ target }) =>
            change({ direction: target.value as HallRow['direction'] }, 'direction')
          }
        >
          <option value="leftToRight">left</option>
          <option value="rightToLeft">right</option>
        </SelectField>
        <SelectField
          label="Position"
          value={positionOf(row)}
          onChange={({ target }) =>
            changeRows((before) => POSITIONS[target.value as Position](before, index))
          }
        >
          <option value="split">centred, two aisles</option>
          {positionOf(row) !== 'split' && <option value="centred">centred, own aisles</option>}
          <option value="left">from the left</option>
        </SelectField>
        {row.offset !== undefined && (
          <NumberField
            label="Free on the left"
            value={row.offset}
            min={0}
            max={MAX_POSITIONS - MAX_SEATS_PER_ROW}
            onChange={(offset) => change({ offset }, 'offset')}
          />
        )}
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <RowTextField
          label="Wheelchair places"
          placeholder="1, 2"
          {...textField('accessible', (text) => ({ accessible: parseNumbers(text) }))}
        />
        <RowTextField
          label="Companion seats"
          placeholder="3"
          {...textField('companion', (text) => ({ companion: parseNumbers(text) }))}
        />
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <NumberField
          label="Copies"
          className="w-20"
          value={copies}
          min={1}
          max={MAX_COPIES}
          onChange={setCopies}
        />
        <Button
          variant="secondary"
          onClick={() => {
            changeRows((before) => copyRow(before, index, copies))
            onSelect(rows.length + copies - 1)
          }}
        >
          <CopyPlus aria-hidden="true" className="size-5" />
          <span>Copy row {row.row}</span>
        </Button>
        <Button
          variant="quiet"
          disabled={rows.length === 1}
          onClick={() => {
            changeRows((before) => before.toSpliced(index, 1))
            onSelect(Math.max(0, index - 1))
          }}
        >
          <Trash aria-hidden="true" className="size-5" />
          <span>Delete row {row.row}</span>
        </Button>
      </div>
      <datalist id={categories}>
        {SEAT_CATEGORIES.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </fieldset>
  )
}

type Position = 'split' | 'centred' | 'left'

function positionOf({ offset, gaps = [] }: HallRow): Position {
  if (offset !== undefined) return 'left'
  return gaps.length > 0 ? 'centred' : 'split'
}

/** Changes the position of one row. */
const POSITIONS: Record<Position, (rows: HallRow[], index: number) => HallRow[]> = {
  split: (rows, index) => rows.with(index, splitRow(rows[index] as HallRow)),
  centred: (rows, index) => rows.with(index, centreRow(rows[index] as HallRow)),
  left: placeRow,
}

/** Unknown categories are a mistake or a name of the cinema: they cost the same as Standard. */
const priceHint = (category: string) =>
  SEAT_CATEGORIES.includes(category)
    ? formatRupees(seatPrice(category))
    : `Not in the price list: sold as Standard for ${formatRupees(seatPrice(category))}`

/** The accessible places stay where they are when the first number changes. */
function renumbered(row: HallRow, first: number): Partial<HallRow> {
  const shift = first - Math.min(...seatNumbersOf(row))
  const move = (numbers: number[] = []) => numbers.map((number) => number + shift)
  return { accessible: move(row.accessible), companion: move(row.companion) }
}

type TextField = 'row' | 'category' | 'accessible' | 'companion'

interface TextFieldProps {
  label: string
  row: HallRow
  field: TextField
  list?: string
  hint?: string
  placeholder?: string
  /** Returns the row with the text, or what is wrong with it. */
  write: (text: string) => HallRow | string
  onChange: (row: HallRow) => void
}

/** A field of a row. A text with a mistake stays in the field, and the row does not change. */
function RowTextField({ row, field, write, onChange, ...input }: TextFieldProps) {
  const [typed, setTyped] = useState<{ text: string; row: HallRow; mistake?: string }>()
  const current = typed?.row === row ? typed : undefined
  const value = row[field] ?? ''
  return (
    <Field
      {...input}
      autoComplete="off"
      spellCheck={false}
      value={current?.text ?? (Array.isArray(value) ? value.join(', ') : String(value))}
      error={current?.mistake}
      onChange={({ target }) => {
        const next = write(target.value)
        if (typeof next === 'string') setTyped({ text: target.value, row, mistake: next })
        else {
          setTyped({ text: target.value, row: next })
          onChange(next)
        }
      }}
    />
  )
}
