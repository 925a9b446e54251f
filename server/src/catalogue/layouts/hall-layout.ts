import { drawRows } from '@marquee/contract/seats/hall-seats'
import { parseSeatNumber } from '@marquee/contract/seats/seat-rows'
import type { PlaceColumns } from '#src/database/schema.ts'
import type { CatalogueRow } from '../file/catalogue.schema.ts'

/** The rows and the slots of the places that a hall offers. */
export const layoutOf = (places: readonly PlaceColumns[]) => ({
  rows: rowsOf(places),
  parking: {
    twoWheeler: places.filter(({ kind }) => kind === 'twoWheeler').length,
    fourWheeler: places.filter(({ kind }) => kind === 'fourWheeler').length,
  },
})

function rowsOf(places: readonly PlaceColumns[]): CatalogueRow[] {
  const seats = places
    .filter(({ kind }) => kind === 'seat')
    .toSorted((one, other) => one.position - other.position)
  const byRow = [
    ...Map.groupBy(
      seats.map((seat) => ({ ...seat, ...parseSeatNumber(seat.label) })),
      ({ letters }) => letters,
    ),
  ]
  const drawn = drawRows(byRow.map(([, own]) => own))
  return byRow.map(([row, own], index) => {
    const numbersOf = (access: PlaceColumns['access']) => {
      const numbers = own.filter((seat) => seat.access === access).map(({ number }) => number)
      return numbers.length > 0 ? numbers : undefined
    }
    const { seats: count = own.length, gaps, ...position } = drawn[index] ?? {}
    return {
      row,
      seats: count,
      category: own[0]?.category ?? '',
      accessible: numbersOf('wheelchair'),
      companion: numbersOf('companion'),
      ...position,
      gaps: gaps && [...gaps],
    }
  })
}
