import { rupees } from '@marquee/contract/money'
import { PAGES } from '@marquee/contract/pages'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { CardFields } from '#features/booking/card-fields.tsx'
import { type Checkout, forgetCheckout } from '#features/booking/checkout.ts'
import { OrderTicket } from '#features/booking/order-ticket.tsx'
import { PaymentClock } from '#features/booking/payment-clock.tsx'
import { PaymentNotice } from '#features/booking/payment-notice.tsx'
import { useMoreTime } from '#features/booking/use-more-time.ts'
import { usePayment } from '#features/booking/use-payment.ts'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { type SessionUser, session } from '#features/session/session.store.ts'
import { seatScreenPath } from '#lib/addresses.ts'
import { ask } from '#lib/socket.ts'
import { Button } from '#ui/button.tsx'

const LINK = 'font-semibold text-brass underline underline-offset-4 hover:text-brass-bright'

interface Props {
  checkout: Checkout
  user: SessionUser | null
  onChange: (checkout: Checkout) => void
}

export function PaymentScreen({ checkout, user, onChange }: Props) {
  const { movieId, showtimeId, holdUntil, totalCost } = checkout.bookingData
  const navigate = useNavigate()
  const { key } = useLocation()
  const [over, setOver] = useState(false)
  const { complete, busy, paid } = usePayment({
    checkout,
    onChange,
    onSignedOut: session.signedOut,
  })
  const until = holdUntil === undefined ? undefined : Date.parse(holdUntil)

  async function extend() {
    const ack = await ask('extendHold', { showtimeId })
    if (ack.ok && ack.holdUntil) {
      onChange({ ...checkout, bookingData: { ...checkout.bookingData, holdUntil: ack.holdUntil } })
    }
    return ack
  }
  useMoreTime({ heldUntil: paid ? undefined : until, extend, onOverdue: () => setOver(true) })

  // Opened by its address, there is no page to go back to.
  const goBack = () =>
    key === 'default' ? navigate(seatScreenPath(movieId, showtimeId)) : navigate(-1)
  const goHome = () => {
    forgetCheckout(showtimeId)
    return navigate('/', { replace: true })
  }

  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-8 sm:px-8 lg:py-14">
      <header className="mb-8 grid gap-2">
        <h1 className="text-3xl text-brass-bright lg:text-4xl">Complete Your Payment</h1>
        <p className="flex flex-wrap gap-x-3 text-ash">
          {user ? `Signed in as ${user.username || user.email}` : 'Not signed in'}
          {!user && (
            <Link to={PAGES.signIn} state={{ from: PAGES.payment }} className={LINK}>
              Sign in to pay
            </Link>
          )}
        </p>
        {until !== undefined && !paid && <PaymentClock until={until} onEnd={() => setOver(true)} />}
      </header>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:items-start">
        <OrderTicket
          checkout={checkout}
          email={user?.email}
          poster={<MoviePoster movie={checkout.movieDetails} sizes="7rem" urgent alt="" />}
        />
        <div className="panel p-5 sm:p-7">
          <CardFields />
          <div className="mt-7 flex flex-wrap-reverse gap-3">
            <Button variant="quiet" disabled={busy} onClick={goBack}>
              Go Back
            </Button>
            <Button
              className="grow"
              busy={busy}
              disabled={!user}
              onClick={() => user && complete(user._id)}
            >
              {busy ? 'Processing...' : `Complete Payment (${rupees(totalCost)})`}
            </Button>
          </div>
        </div>
      </div>
      {over && !busy && !paid && (
        <PaymentNotice
          title="Session Expired"
          text="The time to complete your payment is over. Please choose your seats again."
          action="Return to Homepage"
          onAction={goHome}
        />
      )}
    </div>
  )
}
