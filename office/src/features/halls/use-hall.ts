import type { HallLayout } from '@marquee/contract/office/programme/screens'
import { useState } from 'react'
import { useHistory } from '#lib/history.ts'
import type { HallRow } from './hall-row.ts'

/** What the editor of a hall changes. */
export interface LayoutFields {
  rows: HallRow[]
  parking: HallLayout['parking']
}

/** What the editor shows of a new hall. */
export const FIRST_HALL: LayoutFields = {
  rows: [
    ...['A', 'B', 'C', 'D', 'E', 'F'].map((row) => ({ row, seats: 12, category: 'Standard' })),
    ...['G', 'H'].map((row) => ({ row, seats: 12, category: 'Premium' })),
  ],
  parking: { twoWheeler: 0, fourWheeler: 0 },
}

export const areSameFields = (one: LayoutFields, other: LayoutFields) =>
  JSON.stringify(one) === JSON.stringify(other)

/** A text of rows as it was typed, and the rows that it was typed for. */
interface TypedRows {
  text: string
  rows: readonly HallRow[]
  mistakes: string[]
}

export type EditedHall = ReturnType<typeof useHall>

/** A hall with undo and redo. `rows` are always valid: a text with mistakes changes nothing. */
export function useHall(initial: LayoutFields) {
  const { value, change, ...steps } = useHistory(initial)
  const [typed, setTyped] = useState<TypedRows>()
  const current = typed?.rows === value.rows ? typed : undefined
  return {
    ...value,
    ...steps,
    typed: current,
    setTyped,
    hasMistakes: current !== undefined && current.mistakes.length > 0,
    change,
    changeRows: (update: (rows: HallRow[]) => HallRow[], step?: string) =>
      change((hall) => withRows(hall, update(hall.rows)), step),
  }
}

const withRows = (hall: LayoutFields, rows: HallRow[]) =>
  rows === hall.rows ? hall : { ...hall, rows }
