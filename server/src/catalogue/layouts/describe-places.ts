import { parseSeatNumber, sortBySeatNumber } from '@marquee/contract/seats/seat-rows'
import type { PlaceColumns } from '#src/database/schema.ts'

type DescribedPlace = Pick<PlaceColumns, 'layout_id' | 'kind' | 'label'>

/** Names places in few words: `Screen 1: A1–A12, A14, parking T1–T4`. One text for each layout. `names`: of the screens, by the id of the layout. */
export function describePlaces(
  places: readonly DescribedPlace[],
  names: ReadonlyMap<string, string>,
) {
  const byLayout = Map.groupBy(places, ({ layout_id }) => layout_id)
  return [...byLayout].map(([id, own]) => {
    const byKind = Map.groupBy(own.toSorted(inOrderOfKinds), ({ kind }) => kind)
    const ranges = [...byKind].flatMap(([kind, ofKind]) =>
      rangesOf(ofKind).map((range) => (kind === 'seat' ? range : `parking ${range}`)),
    )
    return `${names.get(id) ?? ''}: ${ranges.join(', ')}`
  })
}

const KINDS = ['seat', 'twoWheeler', 'fourWheeler']
const inOrderOfKinds = (one: DescribedPlace, other: DescribedPlace) =>
  KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind)

function rangesOf(places: readonly DescribedPlace[]) {
  const ranges: [first: string, last: string][] = []
  for (const { label } of sortBySeatNumber(places, (place) => place.label)) {
    const range = ranges.at(-1)
    if (range && isNext(range[1], label)) range[1] = label
    else ranges.push([label, label])
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`))
}

function isNext(label: string, other: string) {
  const [one, next] = [parseSeatNumber(label), parseSeatNumber(other)]
  return one.letters === next.letters && one.number + 1 === next.number
}
