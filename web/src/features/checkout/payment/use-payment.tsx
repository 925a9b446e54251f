import { SHOW_CANCELLED } from '@marquee/contract/bookings/booking-window'
import { createBooking } from '@marquee/contract/bookings/bookings'
import type { Proof } from '@marquee/contract/calls/proof-of-work'
import { PAGES, ticketPath } from '@marquee/contract/pages'
import { SLOT_TYPES } from '@marquee/contract/parking-slots'
import { ApiError, call, errorMessage, isSessionRefusal } from '@marquee/ui-kit/lib/api.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { removeCheckoutDraft } from '#features/checkout/checkout-draft.ts'
import {
  type PendingOrder,
  removePendingOrder,
  withVoucher,
} from '#features/checkout/pending-order.ts'
import { renewSession } from '#lib/api/api.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { keepLastDetails, type LastDetails, readLastDetails } from '#lib/last-details.ts'
import { MY_BOOKINGS_PATH, seatScreenPath } from '#lib/paths.ts'
import { type DialogOptions, useDialog } from '#ui/dialogs/use-dialog.ts'
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
  for (const type of SLOT_TYPES) {
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

type PaymentResult =
  | { kind: 'paid'; reference: string }
  /** The session was expired and is renewed. The visitor can try again. */
  | { kind: 'sessionRenewed' }
  | { kind: 'sessionExpired' }
  | { kind: 'failed'; error: unknown }

/** Tries to pay once. All attempts to pay one order share its idempotency key, so they create one booking at most. */
async function pay(order: PendingOrder, userId: string): Promise<PaymentResult> {
  try {
    return await withProof((proof) => payOnce(order, userId, proof), challengeOf)
  } catch (error) {
    return isSessionRefusal(error) ? renewForRetry(userId) : { kind: 'failed', error }
  }
}

const challengeOf = (result: PaymentResult) =>
  result.kind === 'failed' && result.error instanceof ApiError
    ? result.error.details.challenge
    : undefined

/** A challenge is a result, other errors are thrown. */
async function payOnce(
  order: PendingOrder,
  userId: string,
  proof: Proof | undefined,
): Promise<PaymentResult> {
  try {
    return { kind: 'paid', reference: await book(order, userId, proof) }
  } catch (error) {
    if (error instanceof ApiError && error.details.challenge) return { kind: 'failed', error }
    throw error
  }
}

async function renewForRetry(userId: string): Promise<PaymentResult> {
  try {
    await renewSession(userId)
    return { kind: 'sessionRenewed' }
  } catch (error) {
    return isSessionRefusal(error) ? { kind: 'sessionExpired' } : { kind: 'failed', error }
  }
}

async function book(
  { bookingData, idempotencyKey, voucher }: PendingOrder,
  userId: string,
  proof: Proof | undefined,
) {
  const { movieId, showtimeId, seats, parkingSlots, totalCost, phone } = bookingData
  const response = await call(createBooking, {
    headers: { 'idempotency-key': idempotencyKey },
    body: {
      movieId,
      showtimeId,
      userId,
      seatIds: seats,
      parkingSlotIds: parkingSlots.map(({ slotId }) => slotId),
      totalCost,
      phone: phone || null,
      parkingSlots,
      ...(voucher && { voucher }),
      ...(proof && { proof }),
    },
  })
  // The specification requires this check, although the contract guarantees a reference.
  const reference: string | undefined = response?.booking?.bookingReference
  if (!reference) throw new Error('Failed to create booking')
  return reference
}
