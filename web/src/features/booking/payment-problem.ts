import { ApiError, sentenceOf } from '#lib/api.ts'
import type { Question } from '#ui/use-dialog.ts'

export type NextStep = 'again' | 'seats' | 'bookings' | 'stay'

const UNTOLD = 'There was an error processing your payment'
const AGAIN = { label: 'Try Again', answer: 'again' } as const
const SEATS = { label: 'Choose Other Seats', answer: 'seats' } as const
const BOOKINGS = { label: 'View My Bookings', answer: 'bookings' } as const

/** What a failed payment says and where one can go from there (specification, section 8). */
export function paymentProblem(error: unknown): Question<NextStep> {
  const code = error instanceof ApiError ? error.code : undefined
  const text = sentenceOf(error) ?? UNTOLD

  if (error instanceof ApiError && error.details.bookingReference) {
    const reference = `Booking Reference: ${error.details.bookingReference}`
    return { title: 'Already Booked', text: `${text}\n${reference}`, actions: [BOOKINGS] }
  }
  const lostPlaces = code === 'TAKEN' || code === 'CLOSED'
  return {
    title: 'Payment Failed',
    text,
    actions: lostPlaces ? [SEATS, { ...AGAIN, variant: 'quiet' }] : [AGAIN],
  }
}
