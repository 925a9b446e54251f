import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats'
import type { Showtime } from '@marquee/contract/showtimes'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useExtendPrompt } from '#features/seat-selection/hold-timers/use-extend-prompt.ts'
import { refetchPlaces } from '#features/seat-selection/places/places.queries.ts'
import { notify } from '#ui/notify.ts'
import { beginCheckout, extendHold } from './place-requests.ts'
import { getHoldUntilMs, selectedPlaces } from './selection.ts'
import { useClosedReason } from './use-closed-reason.ts'
import { useExpiryWarning } from './use-expiry-warning.ts'
import { usePlaceRequests } from './use-place-requests.ts'
import { useShowtimeRoom } from './use-showtime-room.ts'

export interface SelectionOptions {
  showtime: Showtime
  seats: Seat[]
  slots: ParkingSlot[]
}

export type SelectionState = ReturnType<typeof useSelection>

/** The places this visitor selects at a showtime, and the actions that change them. */
export function useSelection({ showtime, seats, slots }: SelectionOptions) {
  const client = useQueryClient()
  const showtimeId = showtime._id
  const { pending, refusal, toggle, releaseSlots } = usePlaceRequests(showtimeId)
  const closedReason = useClosedReason(showtime)
  const closed = closedReason !== undefined
  const selectedSeats = selectedPlaces(seats, pending)
  const selectedSlots = selectedPlaces(slots, pending)
  const holdUntilMs = getHoldUntilMs([...selectedSeats, ...selectedSlots])

  useShowtimeRoom(showtimeId)
  useExpiryWarning(showtimeId)
  useExtendPrompt({
    holdUntilMs,
    extend: () => extendHold(client, showtimeId),
    onExpiryMissed: () => void refetchPlaces(client, showtimeId),
  })
  useEffect(() => {
    if (refusal) notify(refusal.message, 'refusal')
  }, [refusal])

  return {
    pending,
    refusal,
    closed,
    closedReason,
    seats: selectedSeats,
    slots: selectedSlots,
    holdUntilMs,
    toggleSeat: useCallback((id: string) => toggle('seats', id, closed), [toggle, closed]),
    toggleSlot: useCallback((id: string) => toggle('slots', id, closed), [toggle, closed]),
    releaseSlots,
    beginCheckout: () => beginCheckout(client, showtimeId),
  }
}
