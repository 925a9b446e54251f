import { ApiError, errorMessage } from '@marquee/browser/api.ts'
import type { DialogOptions } from '#ui/use-dialog.ts'

export type NextStep = 'retry' | 'seats' | 'bookings' | 'ticket' | 'stay'

const DEFAULT_TEXT = 'There was an error processing your payment'
const NOT_NOW = { label: 'Not Now', value: 'stay' } as const
const RETRY = { label: 'Try Again', value: 'retry' } as const
const SEATS = { label: 'Choose Other Seats', value: 'seats' } as const
const BOOKINGS = { label: 'View My Bookings', value: 'bookings' } as const

/** The dialog for a failed payment (specification §8). */
export function paymentErrorDialog(error: unknown): DialogOptions<NextStep> {
  const text = errorMessage(error) ?? DEFAULT_TEXT

  if (error instanceof ApiError && error.details.bookingReference) {
    const reference = `Booking Reference: ${error.details.bookingReference}`
    return { title: 'Already Booked', text: `${text}\n${reference}`, actions: [BOOKINGS] }
  }
  const placesUnavailable = error instanceof ApiError && ['TAKEN', 'CLOSED'].includes(error.code)
  return {
    title: 'Payment Failed',
    text,
    actions: placesUnavailable
      ? [SEATS, { ...RETRY, variant: 'quiet' }, NOT_NOW]
      : [RETRY, NOT_NOW],
  }
}
