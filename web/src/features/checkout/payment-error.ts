import { ApiError, errorMessage } from '#lib/api.ts'
import type { Question } from '#ui/use-dialog.ts'

export type NextStep = 'retry' | 'seats' | 'bookings' | 'stay'

const DEFAULT_TEXT = 'There was an error processing your payment'
const RETRY = { label: 'Try Again', answer: 'retry' } as const
const SEATS = { label: 'Choose Other Seats', answer: 'seats' } as const
const BOOKINGS = { label: 'View My Bookings', answer: 'bookings' } as const

/** The dialog for a failed payment (specification §8). */
export function paymentErrorDialog(error: unknown): Question<NextStep> {
  const text = errorMessage(error) ?? DEFAULT_TEXT

  if (error instanceof ApiError && error.details.bookingReference) {
    const reference = `Booking Reference: ${error.details.bookingReference}`
    return { title: 'Already Booked', text: `${text}\n${reference}`, actions: [BOOKINGS] }
  }
  const lostPlaces = error instanceof ApiError && ['TAKEN', 'CLOSED'].includes(error.code)
  return {
    title: 'Payment Failed',
    text,
    actions: lostPlaces ? [SEATS, { ...RETRY, variant: 'quiet' }] : [RETRY],
  }
}
