import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats/seats'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { tabStorage } from '@marquee/ui-kit/lib/storage.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type MapPlace, placeKey } from '#features/seat-selection/places/place-map.ts'
import { hasGivenUp } from '#features/seat-selection/selection/pending-requests.ts'
import { FRIEND_PASSES_KEY } from '#lib/api/friend-passes.queries.ts'
import { announce } from '#ui/announcer.tsx'
import { leaveEndedSelection } from './together-requests.ts'

interface Places {
  seats: readonly Seat[]
  slots: readonly ParkingSlot[]
}

/** In the storage of the tab: a place of this visitor was paid, so that the tickets are shown also after a reload. */
const paidKey = (showtimeId: string) => `together-paid:${showtimeId}`
const isTrue = (stored: unknown) => (stored === true ? stored : undefined)

/** Who has chosen and paid what in the shared selection of this visitor. Tells the changes. */
export function useSharedChoices(showtimeId: string, { seats, slots }: Places) {
  const places = useMemo(() => [...seats, ...slots], [seats, slots])
  const [state, setState] = useState(() => ({ places, shared: updateChoices(NO_CHOICES, places) }))
  if (state.places !== places) setState({ places, shared: updateChoices(state.shared, places) })
  const { shared } = state
  useNotifyOfChanges(showtimeId, shared)

  const { hasEnded } = shared
  const isPaid = shared.choices.some((choice) => choice.isPaid && choice.friend === undefined)
  const hasPaidSeat = isPaid || tabStorage.read(paidKey(showtimeId), isTrue) === true
  useEffect(() => {
    if (isPaid) tabStorage.write(paidKey(showtimeId), true)
  }, [isPaid, showtimeId])
  useEffect(() => {
    if (!hasEnded) return
    void leaveEndedSelection(showtimeId)
  }, [hasEnded, showtimeId])

  return { ...shared, hasPaidSeat, dismissEnd: () => setState({ places, shared: NO_CHOICES }) }
}

/** Tells what was paid, what the friend who started the selection has released, and its end unless everything is paid. */
function useNotifyOfChanges(showtimeId: string, shared: SharedChoices) {
  const client = useQueryClient()
  const previous = useRef(shared)
  const tell = useEffectEvent((next: SharedChoices) => {
    const before = previous.current
    previous.current = next
    for (const [friend, choices] of groupByPerson(newlyPaid(before, next)))
      notify(
        friend ? `${friend}: ${labelsOf(choices)} paid.` : `Paid for you: ${labelsOf(choices)}.`,
      )
    const hasPaid = newlyPaid(before, next).some(({ friend }) => friend === undefined)
    if (hasPaid) void client.invalidateQueries({ queryKey: FRIEND_PASSES_KEY })
    if (next.hasEnded && !before.hasEnded && !isAllPaid(before, next))
      announce("Your friend's selection has ended.")
    const released = newlyLost(before, next, serverNow()).filter(
      ({ key }) => !hasGivenUp(client, showtimeId, key),
    )
    if (released.length > 0) notify(`Your friend has released ${labelsOf(released)}.`)
  })
  useEffect(() => tell(shared), [shared])
}

const labelsOf = (choices: readonly SharedChoice[]) => choices.map(({ label }) => label).join(', ')

/** A place that someone in the shared selection has chosen. */
export interface SharedChoice {
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
interface SharedChoices {
  choices: readonly SharedChoice[]
  /** This visitor chooses in the selection of a friend. */
  isGuest: boolean
  /** The selection of the friend has ended. */
  hasEnded: boolean
}

/** A seat or a slot. */
export interface NumberedPlace extends MapPlace {
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
  const choices = places.flatMap((place): SharedChoice[] => {
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
export function groupByPerson(choices: readonly SharedChoice[]) {
  const people = Map.groupBy(choices, ({ friend }) => friend)
  return [...people].toSorted(([a], [b]) => Number(a !== undefined) - Number(b !== undefined))
}
