import { MAX_SLOTS_OF_HALL } from '@marquee/contract/office/programme/screens'
import type { SlotType } from '@marquee/contract/parking'
import { SLOT_TYPES, slotTypeName } from '@marquee/contract/parking-slots'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ChoiceField } from '@marquee/ui-kit/ui/field.tsx'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { NumberField } from '#ui/number-field.tsx'
import { UndoButtons } from '#ui/undo-buttons.tsx'
import { HallDrawing, type Pen } from './hall-drawing.tsx'
import { HallPreview } from './hall-preview.tsx'
import { copyRow } from './hall-row.ts'
import { RowFields } from './row-fields.tsx'
import { RowsCsvField, RowsTextField } from './rows-text-fields.tsx'
import type { EditedHall } from './use-hall.ts'

const MODES = [
  ['text', 'Text'],
  ['drawing', 'Drawing'],
  ['csv', 'CSV'],
] as const

const PENS = [
  ['seat', 'Seat or aisle'],
  ['wheelchair', 'Wheelchair place'],
  ['companion', 'Companion seat'],
] as const

type Mode = (typeof MODES)[number][0]

/** For "How do I …?" of pages with the editor. */
export const ROW_ANSWERS = [
  [
    'draw an aisle',
    'Choose Drawing and draw a line through the seats of a row: they become aisles, and the numbers go on behind them. In a text, _ is an aisle: A 1-4 _ 5-8 Standard.',
  ],
  [
    'number a row from the right',
    'Choose Drawing, click the row, and choose Numbers from the right. In a text, write the higher number first: A 12-1 Standard.',
  ],
] as const

/** The letters before the numbers of parking slots. */
const SLOT_LETTERS = { twoWheeler: 'T', fourWheeler: 'F' } as const satisfies Record<
  SlotType,
  string
>

/** Rows as text, as a drawing or from a table, the parking slots, and the hall as visitors see it. */
export function HallEditor({ hall }: { hall: EditedHall }) {
  const { rows, parking, change, setTyped } = hall
  const form = useForm({ defaultValues: { mode: 'text' as Mode } })
  const mode = form.watch('mode')
  const [selected, setSelected] = useState(0)
  const showMode = (next: Mode) => {
    // A text with mistakes is not kept.
    setTyped(undefined)
    form.setValue('mode', next)
  }
  const showRow = (letters: string) => {
    setSelected(rows.findIndex(({ row }) => row === letters))
    showMode('drawing')
  }
  return (
    <div
      className={`grid items-start gap-4 ${mode === 'drawing' ? 'xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : 'xl:grid-cols-2'}`}
    >
      <div className="grid min-w-0 gap-4">
        <section aria-label="Rows of seats" className="panel grid min-w-0 gap-4 p-4">
          <div className="flex flex-wrap items-end justify-between gap-3">
            <ChoiceField
              legend="Edit the rows as"
              options={MODES}
              {...form.register('mode', { onChange: () => setTyped(undefined) })}
            />
            <UndoButtons undo={hall.undo} redo={hall.redo} />
          </div>
          {mode === 'text' && <RowsTextField hall={hall} />}
          {mode === 'drawing' && <Drawing hall={hall} selected={selected} onSelect={setSelected} />}
          {mode === 'csv' && <RowsCsvField hall={hall} onTaken={() => showMode('drawing')} />}
        </section>
        <fieldset className="panel grid gap-3 p-4 sm:grid-cols-2">
          <legend className="sr-only">Parking slots</legend>
          {SLOT_TYPES.map((type) => (
            <NumberField
              key={type}
              label={`Parking slots: ${slotTypeName(type)}`}
              hint={labelsOf(SLOT_LETTERS[type], parking[type])}
              value={parking[type]}
              min={0}
              max={MAX_SLOTS_OF_HALL}
              onChange={(count) =>
                change(
                  (before) => ({ ...before, parking: { ...before.parking, [type]: count } }),
                  type,
                )
              }
            />
          ))}
        </fieldset>
      </div>
      <HallPreview rows={rows} onRow={showRow} />
    </div>
  )
}

const labelsOf = (letter: string, count: number) => {
  if (count === 0) return 'No slots'
  return count === 1 ? `Labelled ${letter}1` : `Labelled ${letter}1 to ${letter}${count}`
}

interface DrawingProps {
  hall: EditedHall
  selected: number
  onSelect: (row: number) => void
}

function Drawing({ hall, selected, onSelect }: DrawingProps) {
  const { rows, changeRows } = hall
  const { register, watch } = useForm({ defaultValues: { pen: 'seat' as Pen } })
  const index = Math.min(selected, rows.length - 1)
  return (
    <div className="grid min-w-0 gap-4">
      <ChoiceField legend="A click or a line draws" options={PENS} {...register('pen')} />
      <HallDrawing hall={hall} pen={watch('pen')} selected={index} onSelect={onSelect} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          onClick={() => {
            changeRows((before) => copyRow(before, before.length - 1, 1))
            onSelect(rows.length)
          }}
        >
          <Plus aria-hidden="true" className="size-5" />
          <span>Add a row</span>
        </Button>
      </div>
      <RowFields hall={hall} index={index} onSelect={onSelect} />
    </div>
  )
}
