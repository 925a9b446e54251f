import { PAGES } from '@marquee/contract/pages'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { MY_BOOKINGS_PATH, seatScreenPath } from '#lib/addresses.ts'
import { ApiError } from '#lib/api.ts'
import { useDialog } from '#ui/use-dialog.ts'
import { type Checkout, forgetCheckout, newIdempotencyKey } from './checkout.ts'
import { type Outcome, pay } from './pay.ts'
import { type NextStep, paymentProblem } from './payment-problem.ts'

interface Payment {
  checkout: Checkout
  onChange: (checkout: Checkout) => void
  onSignedOut: () => void
}

/** Paying, and every way it can go on from there. */
export function usePayment({ checkout, onChange, onSignedOut }: Payment) {
  const ask = useDialog()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [paid, setPaid] = useState(false)
  const { movieId, showtimeId } = checkout.bookingData

  async function complete(userId: string, order = checkout): Promise<void> {
    setBusy(true)
    const outcome = await pay(order, userId)
    setBusy(false)

    const corrected = withRightTotal(order, outcome)
    if (corrected !== order) onChange(corrected)
    const next = await settle(outcome)
    if (next === 'again') return complete(userId, corrected)
    if (next === 'seats') return navigate(seatScreenPath(movieId, showtimeId))
    if (next === 'bookings') return seeBookings()
  }

  /** Says how it went, and asks how to go on. */
  async function settle(outcome: Outcome): Promise<NextStep | undefined> {
    switch (outcome.kind) {
      case 'paid':
        setPaid(true)
        forgetCheckout(showtimeId)
        await ask({
          title: 'Payment Successful!',
          text: `Booking Reference: ${outcome.reference}`,
          actions: [{ label: 'View My Bookings', answer: 'bookings' }],
        })
        return 'bookings'
      case 'renewed':
        return ask<NextStep>({
          title: 'Session Refreshed',
          text: 'Your session has been refreshed. Please try your payment again.',
          actions: [
            { label: 'Try Again', answer: 'again' },
            { label: 'Not Now', answer: 'stay' },
          ],
        })
      case 'signedOut':
        await ask({
          title: 'Session Expired',
          text: 'Your session has expired. Please sign in again.',
          actions: [{ label: 'Sign In', answer: 'sign-in' }],
        })
        await navigate(PAGES.signIn, { replace: true, state: { from: PAGES.payment } })
        onSignedOut()
        return undefined
      case 'failed':
        return ask(paymentProblem(outcome.error))
    }
  }

  function seeBookings() {
    forgetCheckout(showtimeId)
    return navigate(MY_BOOKINGS_PATH, { replace: true })
  }

  return { complete, busy, paid }
}

/** At another price it is another order, and a new key to pay for it. */
function withRightTotal(order: Checkout, outcome: Outcome): Checkout {
  const error = outcome.kind === 'failed' ? outcome.error : undefined
  const totalCost = error instanceof ApiError ? error.details.totalCost : undefined
  if (totalCost === undefined) return order
  return {
    ...order,
    bookingData: { ...order.bookingData, totalCost },
    idempotencyKey: newIdempotencyKey(),
  }
}
