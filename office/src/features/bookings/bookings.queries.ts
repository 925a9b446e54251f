import {
  addNote,
  correctEmail,
  getBooking,
  replaceBookingPasses,
  reprintPasses,
  resendMail,
  type StaffPass,
  searchBookings,
} from '@marquee/contract/office/bookings'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { bookingKeys } from '#lib/booking-keys.ts'

export const useBookingSearch = (q: string) =>
  useQuery({
    queryKey: bookingKeys.search(q),
    queryFn: ({ signal }) => call(searchBookings, { querystring: { q } }, signal),
    enabled: q !== '',
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })

const bookingQuery = (reference: string) =>
  queryOptions({
    queryKey: bookingKeys.detail(reference),
    queryFn: ({ signal }) => call(getBooking, { params: { reference } }, signal),
    staleTime: 0,
  })

export const useBooking = (reference: string) => useQuery(bookingQuery(reference))

/** A booking has changed, or its history has a new entry. */
export const refetchBookings = () => queryClient.invalidateQueries({ queryKey: bookingKeys.all })

export const useResendMail = (reference: string) =>
  useMutation({
    mutationFn: () => call(resendMail, { params: { reference } }),
    onSuccess: async ({ message }) => {
      notify(message)
      await refetchBookings()
    },
    onError: ({ message }) => notify(message),
  })

export const useCorrectEmail = (reference: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (email: string) => call(correctEmail, { params: { reference }, body: { email } }),
    onSuccess: async ({ message }) => {
      notify(message)
      onSuccess()
      await refetchBookings()
    },
  })

export const useReprintPasses = (reference: string, onSuccess: (passes: StaffPass[]) => void) =>
  useMutation({
    mutationFn: () => call(reprintPasses, { params: { reference } }),
    onSuccess: async ({ passes }) => {
      onSuccess(passes)
      await refetchBookings()
    },
    onError: ({ message }) => notify(message),
  })

export const useReplacePasses = (reference: string, onSuccess: (passes: StaffPass[]) => void) =>
  useMutation({
    mutationFn: () => call(replaceBookingPasses, { params: { reference } }),
    onSuccess: async ({ passes }) => {
      onSuccess(passes)
      await refetchBookings()
    },
    onError: ({ message }) => notify(message),
  })

export const useAddNote = (reference: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (text: string) => call(addNote, { params: { reference }, body: { text } }),
    onSuccess: async () => {
      onSuccess()
      await refetchBookings()
    },
  })
