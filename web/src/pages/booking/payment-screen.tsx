import { PAGES } from '@marquee/contract/pages'
import { EXTEND_PROMPT_SECONDS } from '@marquee/contract/seats/holds'
import { formatRupees } from '@marquee/contract/text/money'
import { serverNow, useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { OneActionDialog } from '#features/checkout/one-action-dialog.tsx'
import { OrderDetails } from '#features/checkout/order-details.tsx'
import { usePayment } from '#features/checkout/payment/use-payment.tsx'
import { VoucherForm } from '#features/checkout/payment/voucher-form.tsx'
import {
  type PendingOrder,
  removePendingOrder,
  storeBookedReference,
} from '#features/checkout/pending-order.ts'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { useExtendPrompt } from '#features/seat-selection/hold-timers/use-hold-timers.ts'
import { extendHold } from '#features/seat-selection/selection/place-requests.ts'
import { useShowCancelled } from '#features/seat-selection/showtime/use-show-cancelled.ts'
import { useShowMoveEvent } from '#features/seat-selection/showtime/use-show-move-event.ts'
import { type SessionUser, session } from '#features/session/session.store.ts'
import { keepTickets } from '#features/tickets/offline/keep-tickets.ts'
import { seatScreenPath } from '#lib/paths.ts'
import { useShowtimeEvent } from '#lib/socket/use-showtime-event.ts'
import { Countdown } from '#ui/countdown.tsx'
import { CancelledPayment } from './cancelled-payment.tsx'

interface Props {
  order: PendingOrder
  user: SessionUser | null
  onChange: (order: PendingOrder) => void
}

export function PaymentScreen({ order, user, onChange }: Props) {
  const { bookingData, movieDetails } = order
  const { movieId, showtimeId, holdUntil, totalCost } = bookingData
  const navigate = useNavigate()
  const { key } = useLocation()
  const [expired, setExpired] = useState(false)
  const [moveController] = useState(() => new AbortController())
  const [isTakenAway, setTakenAway] = useState(false)
  const [isMoved, setMoved] = useState(false)
  useShowMoveEvent(showtimeId, () => {
    moveController.abort()
    setMoved(true)
  })
  const refetchShowtime = useShowCancelled(movieId, showtimeId)
  const client = useQueryClient()
  const { complete, busy, paid } = usePayment({
    order,
    email: user?.email,
    onChange,
    onSessionExpired: session.clearUser,
    onPaid: (userId) => void keepTickets(userId),
    onBooked: (reference) => storeBookedReference(key, reference),
    onShowCancelled: refetchShowtime,
    errorDialogSignal: moveController.signal,
  })
  const holdUntilMs = holdUntil === undefined || paid || isMoved ? undefined : Date.parse(holdUntil)
  /** Its line stays when the countdown is over, so that nothing moves. */
  const hasCountdown = holdUntil !== undefined
  const expire = () => setExpired(true)

  async function extend() {
    const ack = await extendHold(client, showtimeId)
    if (ack.ok && ack.holdUntil) {
      onChange({ ...order, bookingData: { ...bookingData, holdUntil: ack.holdUntil } })
    }
    return ack
  }
  useExtendPrompt({ holdUntilMs, extend, onExpiryMissed: expire })
  usePlaceLoss(bookingData, { onExpired: expire, onTakenAway: () => setTakenAway(true) })

  // The key is `default` if the page was opened by URL. Then there is no previous page.
  const goBack = () =>
    key === 'default' ? navigate(seatScreenPath(movieId, showtimeId)) : navigate(-1)
  const goHome = () => {
    removePendingOrder(showtimeId)
    return navigate('/', { replace: true })
  }

  const chooseAgain = () => {
    removePendingOrder(showtimeId)
    return navigate(seatScreenPath(movieId, showtimeId), { replace: true })
  }

  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-5 sm:px-8 lg:py-10 short:pt-3">
      <PaymentHeader
        user={user}
        countdown={
          holdUntilMs === undefined ? (
            hasCountdown && <p className="w-[min(19.5rem,100vw-2rem)] text-lg">&nbsp;</p>
          ) : (
            <PaymentCountdown untilMs={holdUntilMs} onEnd={expire} />
          )
        }
      />
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-y-7 short:max-lg:grid short:max-lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] short:max-lg:items-start short:max-lg:gap-6">
        <div className="lg:row-span-2">
          <OrderDetails
            order={order}
            email={user?.email}
            poster={<MoviePoster movie={movieDetails} sizes="7rem" priority alt="" />}
          />
        </div>
        <div className="grid gap-4">
          <PaymentForm />
          {user && <VoucherForm order={order} disabled={busy || paid} onChange={onChange} />}
        </div>
        <PaymentActions
          totalCost={totalCost}
          busy={busy}
          onPay={user ? () => complete(user._id) : undefined}
          onBack={goBack}
        />
      </div>
      {!busy && !paid && (
        <CancelledPayment movieId={movieId} showtimeId={showtimeId} onLeave={goHome} />
      )}
      {isMoved && !busy && !paid && (
        <OneActionDialog
          title="Show Moved"
          text="The cinema has moved this show to another screen or time. You have not paid anything. Please check the screen and time, and choose your seats again."
          action="Choose Seats"
          onAction={chooseAgain}
        />
      )}
      {isTakenAway && !isMoved && !busy && !paid && (
        <OneActionDialog
          title="Seats Changed"
          text="A place of your order is no longer available. You have not paid anything. Please choose again."
          action="Choose Seats"
          onAction={chooseAgain}
        />
      )}
      {expired && !isTakenAway && !busy && !paid && (
        <OneActionDialog
          title="Session Expired"
          text="Your time to pay has run out. Please choose your seats again."
          action="Return to Homepage"
          onAction={goHome}
        />
      )}
    </div>
  )
}

interface PaymentActionsProps {
  /** Rupees. */
  totalCost: number
  busy: boolean
  /** Undefined if the visitor is signed out. */
  onPay: (() => void) | undefined
  onBack: () => void
}

/** The buttons of the payment. On narrow screens they stick to the bottom. */
function PaymentActions({ totalCost, busy, onPay, onBack }: PaymentActionsProps) {
  return (
    <div className="booking-bar flex flex-wrap items-center gap-3 short:max-lg:col-span-full">
      <Button variant="secondary" disabled={busy} onClick={onBack} className="max-sm:px-3">
        <ArrowLeft aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Go Back</span>
      </Button>
      <Button className="grow" busy={busy} disabled={!onPay} onClick={onPay}>
        {busy ? 'Processing...' : `Complete Payment (${formatRupees(totalCost)})`}
      </Button>
    </div>
  )
}

const UPDATE_MS = 1_000

interface PaymentCountdownProps {
  /** Epoch milliseconds. */
  untilMs: number
  onEnd: () => void
}

/** The time left to pay. Red in the last minute. */
function PaymentCountdown({ untilMs, onEnd }: PaymentCountdownProps) {
  const timeLeft = untilMs - useNow(UPDATE_MS)
  const expiresSoon = timeLeft <= EXTEND_PROMPT_SECONDS * 1_000
  return (
    <p className="text-sm text-ash sm:text-base">
      Time remaining to complete payment{' '}
      <Countdown
        untilMs={untilMs}
        now={serverNow}
        onEnd={onEnd}
        className={`ms-1 text-lg font-semibold ${expiresSoon ? 'text-danger' : 'text-brass-bright'}`}
      />
    </p>
  )
}

/** The demo payment. The card fields are disabled and never sent. */
function PaymentForm() {
  return (
    <div className="panel p-5 sm:p-7 short:max-lg:p-5">
      <fieldset disabled className="grid min-w-0 gap-4 max-sm:grid-cols-1 sm:grid-cols-2">
        <legend className="title mb-4 text-xl">Payment Details</legend>
        <p className="rounded border border-wait/40 px-4 py-3 text-sm text-wait sm:col-span-2">
          This is a demonstration: no card is needed and no money is taken.
        </p>
        <Field
          label="Card number"
          placeholder="4242 4242 4242 4242"
          className="tabular sm:col-span-2"
        />
        <Field label="Expiration date" placeholder="MM / YY" />
        <Field label="CVC" placeholder="123" />
        <Field label="Cardholder name" placeholder="Name on the card" className="sm:col-span-2" />
      </fieldset>
    </div>
  )
}

interface PaymentHeaderProps {
  user: { username: string; email: string } | null
  countdown: ReactNode
}

function PaymentHeader({ user, countdown }: PaymentHeaderProps) {
  return (
    <header className="mb-5 grid gap-1 short:mb-3 short:max-lg:flex short:max-lg:flex-wrap short:max-lg:items-baseline short:max-lg:justify-between short:max-lg:gap-x-5">
      <h1 className="display text-2xl text-brass-bright lg:text-4xl short:text-2xl">
        Complete Your Payment
      </h1>
      <p className="flex flex-wrap gap-x-3 wrap-anywhere text-ash">
        {user ? `Signed in as ${user.username || user.email}` : 'Not signed in'}
        {!user && (
          <Link
            to={PAGES.signIn}
            state={{ from: PAGES.payment }}
            className="font-semibold text-brass underline underline-offset-4 hover:text-brass-bright"
          >
            Sign in to pay
          </Link>
        )}
      </p>
      {countdown}
    </header>
  )
}

/** The clock of this browser may be behind the server by this much. */
const CLOCK_ERROR_MS = 2_000

interface LossCallbacks {
  onExpired: () => void
  /** The cinema has taken a place out of service before the hold expired. */
  onTakenAway: () => void
}

/** Calls back when the hold of a place of the order has ended. */
function usePlaceLoss(order: PendingOrder['bookingData'], callbacks: LossCallbacks) {
  useShowtimeEvent('holdExpired', order.showtimeId, ({ itemId, holdUntil }) => {
    const placeIds = [...order.seats, ...order.parkingSlots.map(({ slotId }) => slotId)]
    if (!placeIds.includes(itemId)) return
    const isEarly = holdUntil && Date.parse(holdUntil) > serverNow() + CLOCK_ERROR_MS
    if (isEarly) callbacks.onTakenAway()
    else callbacks.onExpired()
  })
}
