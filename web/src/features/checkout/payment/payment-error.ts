import { ApiError, errorMessage } from '@marquee/ui-kit/lib/api.ts'
import type { DialogOptions } from '#ui/dialogs/use-dialog.ts'

export type NextStep = 'retry' | 'seats' | 'bookings' | 'ticket' | 'stay'

const DEFAULT_TEXT = 'There was an error processing your payment'
const NOT_NOW = { label: 'Not Now', value: 'stay' } as const
const RETRY = { label: 'Try Again', value: 'retry' } as const
const SEATS = { label: 'Choose Other Seats', value: 'seats' } as const
const BOOKINGS = { label: 'View My Bookings', value: 'bookings' } as const

/** The dialog for a failed payment (specification §8). */
export function paymentErrorDialog(error: unknown): DialogOptions<NextStep> {
  return {
    title: 'Payment Failed',
    text: errorMessage(error) ?? DEFAULT_TEXT,
    actions: [...alternativesTo(error), RETRY, NOT_NOW],
  }
}

/** What helps more than to try again. */
function alternativesTo(error: unknown) {
  if (!(error instanceof ApiError)) return []
  if (error.details.bookingReference) return [BOOKINGS]
  return ['TAKEN', 'CLOSED'].includes(error.code) ? [SEATS] : []
}
