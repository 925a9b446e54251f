import { SHOW_CANCELLED } from '@marquee/contract/bookings/booking-window'
import { PAGES, ticketPath } from '@marquee/contract/pages'
import { SlotType } from '@marquee/contract/parking'
import { ApiError, errorMessage } from '@marquee/ui-kit/lib/api.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { removeCheckoutDraft } from '#features/checkout/checkout-draft.ts'
import {
  type PendingOrder,
  removePendingOrder,
  withVoucher,
} from '#features/checkout/pending-order.ts'
import { keepLastDetails, type LastDetails, readLastDetails } from '#lib/last-details.ts'
import { MY_BOOKINGS_PATH, seatScreenPath } from '#lib/paths.ts'
import { type DialogOptions, useDialog } from '#ui/dialogs/use-dialog.ts'
import { type PaymentResult, pay } from './payment.mutations.ts'
import { PaymentReceipt } from './payment-receipt.tsx'

interface UsePaymentOptions {
  order: PendingOrder
  /** The address of the confirmation. */
  email: string | undefined
  onChange: (order: PendingOrder) => void
  onPaid: (userId: string) => void
  /** The order is booked, by this attempt or before. Called after leaving the page, too. */
  onBooked: (reference: string) => void
  onSessionExpired: () => void
  onShowCancelled: () => void
  /** Aborted when the page explains why nothing can be paid: no other error is shown then. */
  errorDialogSignal: AbortSignal
}

interface Attempt {
  order: PendingOrder
  userId: string
}

/** Pays the order, shows the result in a dialog and continues with the action that the visitor selects. */
export function usePayment({
  order,
  email,
  onChange,
  onPaid,
  onBooked,
  onSessionExpired,
  onShowCancelled,
  errorDialogSignal,
}: UsePaymentOptions) {
  const openDialog = useDialog()
  const navigate = useNavigate()
  const { movieId, showtimeId } = order.bookingData
  const { mutateAsync, isPending, data } = useMutation({
    mutationFn: ({ order, userId }: Attempt) => pay(order, userId),
    onSuccess: (result, { userId }) => {
      if (result.kind === 'paid') onPaid(userId)
      const reference = bookedReference(result)
      if (!reference) return
      removePendingOrder(showtimeId)
      removeCheckoutDraft(showtimeId)
      keepLastDetails(detailsOf(order))
      onBooked(reference)
    },
  })

  async function complete(userId: string, currentOrder = order): Promise<void> {
    const result = await mutateAsync({ order: currentOrder, userId })
    const corrected = correctTotal(currentOrder, result)
    if (corrected !== currentOrder) onChange(corrected)
    const next = await showResult(result, currentOrder)
    if (next === 'retry') return complete(userId, corrected)
    if (next === 'seats') return navigate(seatScreenPath(movieId, showtimeId))
    if (next === 'bookings') return navigate(MY_BOOKINGS_PATH, { replace: true })
    if (next === 'ticket' && result.kind === 'paid') {
      return navigate(ticketPath(result.reference), { replace: true })
    }
  }

  async function showResult(
    result: PaymentResult,
    paidOrder: PendingOrder,
  ): Promise<NextStep | undefined> {
    switch (result.kind) {
      case 'paid':
        return (
          (await openDialog<NextStep>({
            title: 'Payment Successful!',
            text: `Booking Reference:\n${result.reference}`,
            content: (
              <PaymentReceipt order={paidOrder} reference={result.reference} email={email} />
            ),
            actions: [
              { label: 'Show Ticket', value: 'ticket' },
              { label: 'View My Bookings', value: 'bookings', variant: 'secondary' },
            ],
          })) ?? 'bookings'
        )
      case 'sessionRenewed':
        return openDialog<NextStep>({
          title: 'Session Refreshed',
          text: 'Your session has been refreshed. Please try your payment again.',
          actions: [
            { label: 'Try Again', value: 'retry' },
            { label: 'Not Now', value: 'stay' },
          ],
        })
      case 'sessionExpired':
        await openDialog({
          title: 'Session Expired',
          text: 'Your session has expired. Please sign in again.',
          actions: [{ label: 'Sign In', value: 'sign-in' }],
        })
        await navigate(PAGES.signIn, { replace: true, state: { from: PAGES.payment } })
        onSessionExpired()
        return undefined
      case 'failed':
        if (result.error instanceof ApiError && result.error.message === SHOW_CANCELLED) {
          onShowCancelled()
          return undefined
        }
        return openDialog({ ...paymentErrorDialog(result.error), signal: errorDialogSignal })
    }
  }

  return { complete, busy: isPending, paid: data?.kind === 'paid' }
}

/** The details that the next booking offers. A booking without parking keeps the vehicle numbers. */
function detailsOf({ bookingData, selectedParking }: PendingOrder): LastDetails {
  const { vehicleNumbers } = readLastDetails()
  for (const type of SlotType.options) {
    const slotId = selectedParking[type][0]?._id
    const parked = bookingData.parkingSlots.find((slot) => slot.slotId === slotId)
    if (parked) vehicleNumbers[type] = parked.vehicleNumber
  }
  return { phone: bookingData.phone, vehicleNumbers }
}

function bookedReference(result: PaymentResult) {
  if (result.kind === 'paid') return result.reference
  const error = result.kind === 'failed' ? result.error : undefined
  return error instanceof ApiError ? error.details.bookingReference : undefined
}

/** Takes the total from a PRICE_MISMATCH error. A new total is a new order, which needs a new key. Its voucher is entered again. */
function correctTotal(order: PendingOrder, result: PaymentResult): PendingOrder {
  const error = result.kind === 'failed' ? result.error : undefined
  const totalCost = error instanceof ApiError ? error.details.totalCost : undefined
  if (totalCost === undefined) return order
  const bookingData = { ...order.bookingData, totalCost }
  return withVoucher({ ...order, bookingData }, undefined)
}

type NextStep = 'retry' | 'seats' | 'bookings' | 'ticket' | 'stay'

const DEFAULT_TEXT = 'There was an error processing your payment'
const NOT_NOW = { label: 'Not Now', value: 'stay' } as const
const RETRY = { label: 'Try Again', value: 'retry' } as const
const SEATS = { label: 'Choose Other Seats', value: 'seats' } as const
const BOOKINGS = { label: 'View My Bookings', value: 'bookings' } as const

/** The dialog for a failed payment (specification §8). */
function paymentErrorDialog(error: unknown): DialogOptions<NextStep> {
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
