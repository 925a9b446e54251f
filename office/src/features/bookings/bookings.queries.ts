import { call } from '@marquee/browser/api.ts'
import { queryClient } from '@marquee/browser/query-client.ts'
import {
  addNote,
  getBooking,
  reprintPasses,
  resendMail,
  searchBookings,
} from '@marquee/contract/office/bookings'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { notify } from '#ui/notify.ts'

export const useBookingSearch = (q: string) =>
  useQuery({
    queryKey: ['bookings', q],
    queryFn: ({ signal }) => call(searchBookings, { querystring: { q } }, signal),
    enabled: q !== '',
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })

export const bookingKey = (reference: string) => ['booking', reference]

const bookingQuery = (reference: string) =>
  queryOptions({
    queryKey: bookingKey(reference),
    queryFn: ({ signal }) => call(getBooking, { params: { reference } }, signal),
    staleTime: 0,
  })

export const useBooking = (reference: string) => useQuery(bookingQuery(reference))

/** The history of the booking has a new entry. */
export const refetchBooking = (reference: string) =>
  queryClient.invalidateQueries({ queryKey: bookingKey(reference) })

export const useResendMail = (reference: string) =>
  useMutation({
    mutationFn: () => call(resendMail, { params: { reference } }),
    onSuccess: async ({ message }) => {
      notify(message)
      await refetchBooking(reference)
    },
    onError: ({ message }) => notify(message),
  })

export const useReprintPasses = (reference: string) =>
  useMutation({
    mutationFn: () => call(reprintPasses, { params: { reference } }),
    onSuccess: () => refetchBooking(reference),
    onError: ({ message }) => notify(message),
  })

export const useAddNote = (reference: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (text: string) => call(addNote, { params: { reference }, body: { text } }),
    onSuccess: async () => {
      onSuccess()
      await refetchBooking(reference)
    },
  })
