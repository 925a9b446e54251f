import { parseSeatNumber, sortBySeatNumber } from '@marquee/contract/seats/seat-rows'
import type { PlaceColumns } from '#src/database/schema.ts'

type DescribedPlace = Pick<PlaceColumns, 'screen_id' | 'kind' | 'label'>

/** Names places in few words: `Screen 1: A1–A12, A14, parking T1–T4`. One text for each screen. `screens` are names by id. */
export function describePlaces(
  places: readonly DescribedPlace[],
  screens: ReadonlyMap<string, string>,
) {
  const byScreen = Map.groupBy(places, ({ screen_id }) => screen_id)
  return [...byScreen].map(([id, own]) => {
    const byKind = Map.groupBy(own.toSorted(inOrderOfKinds), ({ kind }) => kind)
    const ranges = [...byKind].flatMap(([kind, ofKind]) =>
      rangesOf(ofKind).map((range) => (kind === 'seat' ? range : `parking ${range}`)),
    )
    return `${screens.get(id) ?? ''}: ${ranges.join(', ')}`
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
