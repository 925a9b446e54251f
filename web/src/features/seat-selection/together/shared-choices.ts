import { type Place, placeKey } from '#features/seat-selection/places/place-map.ts'

/** A place that someone in the shared selection has chosen. */
export interface Choice {
  /** The key of the place. */
  key: string
  /** The number of the seat or slot. */
  label: string
  /** Undefined: this visitor. */
  friend: string | undefined
  /** Sold after it was chosen here: only those in the selection can have paid for it. */
  isPaid: boolean
  /** The visitor who has started the selection pays for this place of a friend. */
  friendPays: boolean
  /** The deadline of the selection. */
  holdUntil: string | undefined
}

/** What this browser knows of a shared selection. */
export interface SharedChoices {
  choices: readonly Choice[]
  /** This visitor chooses in the selection of a friend. */
  isGuest: boolean
  /** The selection of the friend has ended. */
  hasEnded: boolean
}

/** A seat or a slot. */
export interface NumberedPlace extends Place {
  seatNumber?: string
  slotNumber?: string
}

export const NO_CHOICES: SharedChoices = { choices: [], isGuest: false, hasEnded: false }

/** Takes over the current places. Places that were chosen here and are sold now stay in the list. */
export function updateChoices(
  before: SharedChoices,
  places: readonly NumberedPlace[],
): SharedChoices {
  const isLive = places.some(isChosen)
  // The next selection begins.
  if (before.hasEnded && isLive) return updateChoices(NO_CHOICES, places)

  const shared = places.filter(({ friend }) => friend)
  const wasShared = before.isGuest || before.choices.some(({ friend }) => friend)
  if (shared.length === 0 && !wasShared) return before.hasEnded ? before : NO_CHOICES

  const known = new Map(before.choices.map((choice) => [choice.key, choice]))
  const choices = places.flatMap((place): Choice[] => {
    const { seatNumber, slotNumber, friend, holdUntil } = place
    const key = placeKey(place)
    const friendPays = place.friendPays === true
    const label = seatNumber ?? slotNumber ?? ''
    if (isChosen(place)) return [{ key, label, friend, isPaid: false, friendPays, holdUntil }]
    const choice = place.status === 'SOLD' ? known.get(key) : undefined
    return choice ? [{ ...choice, isPaid: true }] : []
  })
  const isGuest = shared.length > 0 ? !shared.some(({ releasable }) => releasable) : before.isGuest
  const hasEnded = before.hasEnded || (isGuest && !isLive)
  return { choices, isGuest: isGuest && !hasEnded, hasEnded }
}

const isChosen = ({ heldByMe, friend }: NumberedPlace) => Boolean(heldByMe || friend)

/** The choices that were paid since `before`. */
export const newlyPaid = (before: SharedChoices, after: SharedChoices) =>
  after.choices.filter(
    ({ key, isPaid }) =>
      isPaid && before.choices.some((choice) => choice.key === key && !choice.isPaid),
  )

/** Whether everything that this visitor had chosen before is paid now. */
export function isAllPaid(before: SharedChoices, after: SharedChoices) {
  const mine = before.choices.filter(({ friend }) => friend === undefined)
  const paid = new Set(after.choices.flatMap(({ key, isPaid }) => (isPaid ? [key] : [])))
  return mine.length > 0 && mine.every(({ key }) => paid.has(key))
}

/** The places that this visitor, a friend, has lost since `before` before the deadline (`now`: epoch milliseconds). */
export const newlyLost = (before: SharedChoices, after: SharedChoices, now: number) =>
  before.choices.filter(
    ({ key, friend, isPaid, holdUntil }) =>
      before.isGuest &&
      !after.hasEnded &&
      !friend &&
      !isPaid &&
      Date.parse(holdUntil ?? '') > now &&
      !after.choices.some((choice) => choice.key === key),
  )

/** The choices by person, this visitor first. */
export function groupByPerson(choices: readonly Choice[]) {
  const people = Map.groupBy(choices, ({ friend }) => friend)
  return [...people].toSorted(([a], [b]) => Number(a !== undefined) - Number(b !== undefined))
}
