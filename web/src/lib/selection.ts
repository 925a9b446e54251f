import type { Place } from '#lib/places.ts'

/** What has been asked of the server and is not answered yet, by place. */
export type Pending = ReadonlyMap<string, 'hold' | 'release'>

export type Appearance = 'available' | 'selected' | 'held' | 'sold'

/** How a place is shown: what the server says, and meanwhile what it has been asked for. */
export function appearanceOf(place: Place, pending: Pending): Appearance {
  if (place.status === 'SOLD') return 'sold'
  const asked = pending.get(place._id)
  if (place.heldByMe) return asked === 'release' ? 'available' : 'selected'
  if (place.status === 'HELD') return 'held'
  return asked === 'hold' ? 'selected' : 'available'
}

/** Whether a tap can change anything: a closed show still takes back what is held. */
export const isOnOffer = (appearance: Appearance, closed: boolean) =>
  appearance === 'selected' || (appearance === 'available' && !closed)

/** What a tap on a place asks for; nothing, where it is another's or still waits for its last answer. */
export function wishFor(place: Place, pending: Pending): 'hold' | 'release' | undefined {
  if (pending.has(place._id)) return undefined
  if (place.heldByMe) return 'release'
  return place.status === 'AVAILABLE' ? 'hold' : undefined
}

export const selectedOf = <P extends Place>(places: readonly P[], pending: Pending) =>
  places.filter((place) => appearanceOf(place, pending) === 'selected')

/** Until when (epoch milliseconds) what is selected is kept; undefined while nothing is. */
export function heldUntil(selected: readonly Place[]) {
  const moments = selected.flatMap(({ holdUntil }) => (holdUntil ? [Date.parse(holdUntil)] : []))
  return moments.length > 0 ? Math.max(...moments) : undefined
}
