import {
  cancelBooking,
  changeParking,
  changeSeats,
  changeVehicle,
  previewChanges,
} from '@marquee/contract/bookings/booking-changes'
import type { CallInput } from '@marquee/contract/calls/endpoint'
import { formatRupees } from '@marquee/contract/text/money'
import { ApiError } from '@marquee/ui-kit/lib/api.ts'
import { useIdempotencyKey } from '@marquee/ui-kit/lib/use-idempotency-key.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callAsUser } from '#lib/api/api.ts'
import { type BookingKey, bookingsQuery } from '#lib/api/bookings.queries.ts'

const CONFLICT = 409

interface ChosenPlaces {
  seatIds: string[]
  slotIds: string[]
}

/** What cancelling the places would give back. Not asked while none is chosen, which would mean all. */
export const useCancelPreview = (bookingKey: BookingKey, { seatIds, slotIds }: ChosenPlaces) =>
  usePreview(
    bookingKey,
    { seatIds: seatIds.join(','), slotIds: slotIds.join(',') },
    seatIds.length + slotIds.length > 0,
  )

export interface ChosenSeats {
  showtimeId: string
  giveBack: string[]
  take: string[]
}

/** What other seats would cost. Not asked before as many are chosen as are given back. */
export const useSeatsPreview = (
  bookingKey: BookingKey,
  { showtimeId, giveBack, take }: ChosenSeats,
) =>
  usePreview(
    bookingKey,
    { showtimeId, seatIds: giveBack.join(','), take: take.join(',') },
    take.length > 0 && take.length === giveBack.length,
  )

/** What more parking slots would cost. */
export const useParkingPreview = (bookingKey: BookingKey, slotIds: string[]) =>
  usePreview(bookingKey, { addSlots: slotIds.join(',') }, slotIds.length > 0)

const usePreview = (
  { userId, reference }: BookingKey,
  querystring: CallInput<typeof previewChanges>['querystring'],
  enabled: boolean,
) =>
  useQuery({
    queryKey: ['booking-changes', userId, reference, querystring],
    queryFn: ({ signal }) =>
      callAsUser(previewChanges, { params: { reference }, querystring }, userId, signal),
    enabled,
    // The refund depends on the time.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

interface CancellationCallbacks {
  /** Called when places were cancelled, also if the page was left meanwhile. */
  onCancelled: () => void
}

/** Cancels places, and tells the result. */
export const useCancel = (bookingKey: BookingKey, { onCancelled }: CancellationCallbacks) =>
  useBookingChange(bookingKey, cancelBooking, ({ refund }) => {
    notify(
      refund > 0
        ? `Cancelled. You get ${formatRupees(refund)} back.`
        : 'Cancelled. There is no refund.',
    )
    onCancelled()
  })

/** Takes other seats. */
export const useChangeSeats = (bookingKey: BookingKey) => useBookingChange(bookingKey, changeSeats)

/** Adds and drops parking slots. */
export const useChangeParking = (bookingKey: BookingKey) =>
  useBookingChange(bookingKey, changeParking)

/** Changes the vehicle number of a slot. */
export const useChangeVehicle = (bookingKey: BookingKey) =>
  useBookingChange(bookingKey, changeVehicle)

type ChangeCall =
  | typeof cancelBooking
  | typeof changeSeats
  | typeof changeParking
  | typeof changeVehicle

type BodyOf<E extends ChangeCall> = CallInput<E> extends { body: infer Body } ? Body : never

/** A change of a booking. Sent again after a lost response, it has the same idempotency key. */
function useBookingChange<E extends ChangeCall>(
  { userId, reference }: BookingKey,
  endpoint: E,
  onChanged?: (body: BodyOf<E>) => void,
) {
  const client = useQueryClient()
  const { keyFor, forget } = useIdempotencyKey([endpoint.path, reference])
  return useMutation({
    mutationFn: (body: BodyOf<E>) => {
      const headers = { 'idempotency-key': keyFor(body) }
      return callAsUser(endpoint, { params: { reference }, headers, body } as CallInput<E>, userId)
    },
    onSuccess: ({ booking }, body) => {
      forget()
      // The page shows the change at once, not only when the list was fetched again.
      client.setQueryData(bookingsQuery(userId).queryKey, (bookings) =>
        bookings?.map((one) => (one.bookingReference === reference ? booking : one)),
      )
      for (const queryKey of [bookingsQuery(userId).queryKey, ['passes', userId]])
        void client.invalidateQueries({ queryKey })
      onChanged?.(body)
    },
    onError: (error) => {
      // The price or the time has changed. Without a network the preview stays, and the request can be sent again.
      if (error instanceof ApiError && error.status === CONFLICT)
        void client.invalidateQueries({ queryKey: ['booking-changes', userId, reference] })
    },
  })
}
