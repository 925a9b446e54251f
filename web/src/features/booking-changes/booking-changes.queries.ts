import { ApiError } from '@marquee/browser/api.ts'
import { createIdempotencyKey } from '@marquee/browser/idempotency-key.ts'
import {
  cancelBooking,
  changeParking,
  changeSeats,
  changeVehicle,
  previewChanges,
} from '@marquee/contract/booking-changes'
import { BOOKING_NOT_FOUND } from '@marquee/contract/booking-reference'
import type { CallInput, Endpoint } from '@marquee/contract/endpoint'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callAsUser } from '#lib/api.ts'
import { fetchBookings } from '#lib/fetch-bookings.ts'

interface ChosenPlaces {
  seatIds: string[]
  slotIds: string[]
}

interface OwnReference {
  userId: string
  reference: string
}

/** One booking of the list of its owner. */
export const useOwnBooking = ({ userId, reference }: OwnReference) =>
  useQuery({
    queryKey: ['bookings', userId, reference],
    queryFn: async ({ signal }) => {
      const bookings = await fetchBookings(userId, signal)
      const booking = bookings.find(({ bookingReference }) => bookingReference === reference)
      if (!booking) throw new ApiError(404, 'NOT_FOUND', BOOKING_NOT_FOUND)
      return booking
    },
    staleTime: 0,
    retry: false,
  })

/** What cancelling the places would give back. Not asked while none is chosen, which would mean all. */
export const useCancelPreview = (own: OwnReference, { seatIds, slotIds }: ChosenPlaces) =>
  usePreview(
    own,
    { seatIds: seatIds.join(','), slotIds: slotIds.join(',') },
    seatIds.length + slotIds.length > 0,
  )

export interface ChosenSeats {
  showtimeId: string
  giveBack: string[]
  take: string[]
}

/** What other seats would cost. Not asked before as many are chosen as are given back. */
export const useSeatsPreview = (own: OwnReference, { showtimeId, giveBack, take }: ChosenSeats) =>
  usePreview(
    own,
    { showtimeId, seatIds: giveBack.join(','), take: take.join(',') },
    take.length > 0 && take.length === giveBack.length,
  )

/** What more parking slots would cost. */
export const useParkingPreview = (own: OwnReference, slotIds: string[]) =>
  usePreview(own, { addSlots: slotIds.join(',') }, slotIds.length > 0)

const usePreview = (
  { userId, reference }: OwnReference,
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

/** Cancels places. */
export const useCancel = ({ userId, reference }: OwnReference) =>
  useChange(userId, (headers, body: ChosenPlaces & { refund: number }) => ({
    call: cancelBooking,
    input: { params: { reference }, headers, body },
  }))

/** Takes other seats. */
export const useChangeSeats = ({ userId, reference }: OwnReference) =>
  useChange(userId, (headers, body: ChosenSeats & { difference: number }) => ({
    call: changeSeats,
    input: { params: { reference }, headers, body },
  }))

/** Adds and drops parking slots. */
export const useChangeParking = ({ userId, reference }: OwnReference) =>
  useChange(userId, (headers, body: CallInput<typeof changeParking>['body']) => ({
    call: changeParking,
    input: { params: { reference }, headers, body },
  }))

/** Changes the vehicle number of a slot. */
export const useChangeVehicle = ({ userId, reference }: OwnReference) =>
  useChange(userId, (headers, body: CallInput<typeof changeVehicle>['body']) => ({
    call: changeVehicle,
    input: { params: { reference }, headers, body },
  }))

type Headers = CallInput<typeof cancelBooking>['headers']

/** All attempts share an idempotency key until one is refused. */
function useChange<E extends Endpoint, Body>(
  userId: string,
  createCall: (headers: Headers, body: Body) => { call: E; input: CallInput<E> },
) {
  const queryClient = useQueryClient()
  const [key, setKey] = useState(createIdempotencyKey)
  return useMutation({
    mutationFn: (body: Body) => {
      const { call, input } = createCall({ 'idempotency-key': key }, body)
      return callAsUser(call, input, userId)
    },
    onSuccess: () => {
      setKey(createIdempotencyKey())
      for (const queryKey of ['bookings', 'ticket', 'passes'])
        void queryClient.invalidateQueries({ queryKey: [queryKey, userId] })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        setKey(createIdempotencyKey())
      void queryClient.invalidateQueries({ queryKey: ['booking-changes', userId] })
    },
  })
}
