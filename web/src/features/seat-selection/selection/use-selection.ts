import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats/seats'
import type { Ack } from '@marquee/contract/socket'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useExtendPrompt } from '#features/seat-selection/hold-timers/use-hold-timers.ts'
import type { PlaceIdentity } from '#features/seat-selection/places/place-map.ts'
import {
  cachedPlaces,
  findCachedPlace,
  kindOf,
  type PlaceKind,
} from '#features/seat-selection/places/places.queries.ts'
import {
  mustWait,
  useWaitingRoom,
  useWaitingRoomPushes,
  type WaitingRoom,
} from '#features/seat-selection/waiting-room/waiting-room.queries.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { type SeatsRequest, waitForPendingRequests } from './pending-requests.ts'
import { beginCheckout, type CheckoutOptions, extendHold } from './place-requests.ts'
import { scrollToFirst } from './scroll-to-first.ts'
import {
  findLostSelection,
  friendsPlaces,
  getHoldUntilMs,
  type LostSelection,
  type PendingActions,
  type SelectOptions,
  selectedPlaces,
} from './selection.ts'
import { useClosedReason } from './use-closed-reason.ts'
import { useExpiryWarning } from './use-expiry-warning.ts'
import { usePlaceRequests } from './use-place-requests.ts'
import { useShowtimeRoom } from './use-showtime-room.ts'

export interface SelectionOptions {
  showtime: Showtime
  seats: Seat[]
  slots: ParkingSlot[]
  /** Read together with the places (`usePendingActions`). */
  pending: PendingActions
}

export type SelectionState = ReturnType<typeof useSelection>

/** The places this visitor selects at a showtime, and the actions that change them. */
export function useSelection({ showtime, seats, slots, pending }: SelectionOptions) {
  const client = useQueryClient()
  const showtimeId = showtime._id
  const { refusal, toggle, releaseSlots, holdSeats, isHoldingSeats } = usePlaceRequests(showtimeId)
  const confirmedToggle = useConfirmedToggle(showtimeId, toggle)
  const confirmGap = useGapWarning({ showtime, holdSeats })
  const closedReason = useClosedReason(showtime)
  const closed = closedReason !== undefined
  const selectedSeats = selectedPlaces(seats, pending)
  const selectedSlots = selectedPlaces(slots, pending)
  const friends = { seats: friendsPlaces(seats, pending), slots: friendsPlaces(slots, pending) }
  const held = [...selectedSeats, ...selectedSlots, ...friends.seats, ...friends.slots]
  const holdUntilMs = getHoldUntilMs(held)
  const waitingRoom = findShownRoom(useWaitingRoom(showtime), held.length > 0)
  const isWaiting = waitingRoom !== undefined && mustWait(waitingRoom)
  const canHold = !closed && !isWaiting
  const extend = () => extendHold(client, showtimeId)

  useWaitingRoomPushes(showtimeId)
  useShowtimeRoom(showtimeId)
  const { losses, dismissLosses, expireMissed } = useExpiryWarning(showtimeId)
  const lostKeys = new Set(losses.map(({ key }) => key))
  const lost = findLostSelection(lostKeys, { seats, slots }, pending)
  const selected = [...selectedSeats, ...selectedSlots]
  const lastSelected = useRef(selected)
  useEffect(() => {
    if (selected.length > 0) lastSelected.current = selected
  })
  useExtendPrompt({
    holdUntilMs,
    extend,
    onExpiryMissed: () => void expireMissed(lastSelected.current),
  })
  useEffect(() => {
    if (refusal) notify(refusal.message, { kind: 'refusal' })
  }, [refusal])

  return {
    pending,
    refusal,
    closed,
    closedReason,
    /** What the page shows of the queue. */
    waitingRoom,
    /** The visitor's turn has not come. */
    isWaiting,
    canHold,
    seats: selectedSeats,
    slots: selectedSlots,
    /** What friends have chosen in the same selection. */
    friends,
    holdUntilMs,
    lost: lost && { ...lost, endedAt: losses[0]?.endedAt },
    dismissLosses,
    toggleSeat: useCallback(
      (id: string, options: SelectOptions = {}) =>
        void confirmedToggle({ _id: id }, { ...options, canHold }),
      [confirmedToggle, canHold],
    ),
    holdSeats,
    isHoldingSeats,
    toggleSlot: useCallback(
      (slot: PlaceIdentity) => void confirmedToggle(slot, { canHold }),
      [confirmedToggle, canHold],
    ),
    /** Holds what is offered for the lost places, besides what is selected: all seats or none. */
    takeAgain: async ({ offer }: LostSelection) => {
      if (offer.seats.length > 0) {
        const seatIds = [...selectedSeats, ...offer.seats].map(({ _id }) => _id)
        const isAccessible = offer.seats.some(({ accessible }) => accessible)
        const ack = await holdSeats({ seatIds, isAccessible })
        if (!ack.ok) return
        scrollToFirst(offer.seats)
      }
      for (const slot of offer.slots) toggle(slot)
      dismissLosses()
    },
    releaseSlots,
    /** Undefined if the visitor has chosen other seats instead, or has no turn. */
    beginCheckout: async (options: CheckoutOptions) => {
      if (!(await confirmGap())) return undefined
      const ack = await beginCheckout(client, showtimeId, options)
      return !ack.ok && ack.code === 'QUEUE' ? undefined : ack
    },
  }
}

/** A visitor who holds places keeps choosing, and so do the friends of a selection. */
function findShownRoom(room: WaitingRoom | undefined, isChoosing: boolean) {
  if (!room || isChoosing || room.state === 'open') return undefined
  return room.state === 'turn' && room.turnUntil === null ? undefined : room
}

type Toggle<Options> = (place: PlaceIdentity, options: Options) => void

/** Asks the visitor who has started a selection before a place of a friend is released. */
function useConfirmedToggle<Options>(showtimeId: string, toggle: Toggle<Options>) {
  const client = useQueryClient()
  const openDialog = useDialog()

  return useCallback(
    async (toggled: PlaceIdentity, options: Options) => {
      const place = findCachedPlace(client, showtimeId, toggled)
      const asks = place?.releasable && place.friend
      if (asks && (await openDialog(releaseQuestion(asks, kindOf(toggled)))) !== 'release') return
      toggle(toggled, options)
    },
    [client, showtimeId, openDialog, toggle],
  )
}

const releaseQuestion = (friend: string, kind: PlaceKind) => ({
  title: `Release ${friend}'s ${kind === 'seats' ? 'Seat' : 'Slot'}?`,
  text: 'Then everyone can choose it.',
  actions: [
    { label: 'Release', value: 'release' as const, variant: 'danger' as const },
    { label: 'Keep It', value: 'keep' as const },
  ],
})

interface Options {
  showtime: Showtime
  holdSeats: (request: SeatsRequest) => Promise<Ack>
}

/**
 * Returns a function that warns if the selected seats leave a single seat empty although that can be avoided, and offers other seats. It
 * resolves with true if the visitor goes on to payment.
 */
function useGapWarning({ showtime, holdSeats }: Options) {
  const client = useQueryClient()
  const openDialog = useDialog()

  return async function confirmGap() {
    if (siteSettings.gapRule === 'off') return true
    await waitForPendingRequests(client, showtime._id)
    const seats = cachedPlaces(client, showtime._id, 'seats') as Seat[]
    // Without a network the code cannot be loaded. The payment is more important.
    const warning = await import('#features/seat-selection/choosing/gap-warning.ts').catch(
      () => undefined,
    )
    const gap = warning?.findGapWarning(seats, showtime)
    if (!gap) return true
    const answer = await openDialog({
      title: 'One Seat Left Alone',
      text: `Your choice leaves ${gap.alone} empty on its own.`,
      actions: [
        { label: `Move to ${gap.instead}`, value: 'move' },
        ...(siteSettings.gapRule === 'strict'
          ? []
          : [{ label: 'Keep My Seats', value: 'keep' } as const]),
      ],
    })
    if (answer === 'move') {
      const ack = await holdSeats({ seatIds: gap.seatIds, isAccessible: true })
      if (ack.ok) notify(`You now have ${gap.all}.`, { kind: 'seats' })
    }
    return answer === 'keep'
  }
}
