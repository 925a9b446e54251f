import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { NoticeDialog } from '#features/checkout/notice-dialog.tsx'
import { OrderTicket } from '#features/checkout/order-ticket.tsx'
import { PaymentActions } from '#features/checkout/payment/payment-actions.tsx'
import { PaymentCountdown } from '#features/checkout/payment/payment-countdown.tsx'
import { PaymentForm } from '#features/checkout/payment/payment-form.tsx'
import { PaymentHeader } from '#features/checkout/payment/payment-header.tsx'
import { usePayment } from '#features/checkout/payment/use-payment.tsx'
import { usePlaceLoss } from '#features/checkout/payment/use-place-loss.ts'
import {
  type PendingOrder,
  removePendingOrder,
  storeBookedReference,
} from '#features/checkout/pending-order.ts'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { useExtendPrompt } from '#features/seat-selection/hold-timers/use-extend-prompt.ts'
import { useShowCancellation } from '#features/seat-selection/showtime/use-show-cancellation.ts'
import { useShowMoveEvent } from '#features/seat-selection/showtime/use-show-moved.ts'
import { type SessionUser, session } from '#features/session/session.store.ts'
import { keepTickets } from '#features/tickets/offline/keep-tickets.ts'
import { seatScreenPath } from '#lib/paths.ts'
import { emitWithAck } from '#lib/socket/socket.ts'
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
  const refetchShowtime = useShowCancellation(movieId, showtimeId)
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
  const expire = () => setExpired(true)

  async function extend() {
    const ack = await emitWithAck('extendHold', { showtimeId })
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
    <div className="mx-auto w-full max-w-7xl px-4 pt-5 sm:px-8 lg:py-10">
      <PaymentHeader
        user={user}
        countdown={
          holdUntilMs !== undefined && <PaymentCountdown untilMs={holdUntilMs} onEnd={expire} />
        }
      />
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-y-7">
        <div className="lg:row-span-2">
          <OrderTicket
            order={order}
            email={user?.email}
            poster={<MoviePoster movie={movieDetails} sizes="7rem" priority alt="" />}
          />
        </div>
        <PaymentForm />
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
        <NoticeDialog
          title="Show Moved"
          text="The cinema has moved this show to another screen or time. You have not paid anything. Please check the screen and time, and choose your seats again."
          action="Choose Seats"
          onAction={chooseAgain}
        />
      )}
      {isTakenAway && !isMoved && !busy && !paid && (
        <NoticeDialog
          title="Seats Changed"
          text="A place of your order is no longer available. You have not paid anything. Please choose again."
          action="Choose Seats"
          onAction={chooseAgain}
        />
      )}
      {expired && !isTakenAway && !busy && !paid && (
        <NoticeDialog
          title="Session Expired"
          text="Your time to pay has run out. Please choose your seats again."
          action="Return to Homepage"
          onAction={goHome}
        />
      )}
    </div>
  )
}
