import { PAGES } from '@marquee/contract/pages'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { OneActionDialog } from '#features/checkout/one-action-dialog.tsx'
import {
  findBookedReference,
  findPendingOrder,
  type PendingOrder,
} from '#features/checkout/pending-order.ts'
import { storePendingOrder } from '#features/checkout/store-order.ts'
import { useSession } from '#features/session/session.store.ts'
import { useOpenPayment } from '#lib/open-payment.ts'
import { pageTitle } from '#lib/page/page-title.ts'
import { MY_BOOKINGS_PATH } from '#lib/paths.ts'
import { PaymentScreen } from './payment-screen.tsx'

export function PaymentPage() {
  const location = useLocation()
  const navigate = useNavigate()
  const user = useSession(({ currentUser }) => currentUser)
  useOpenPayment()
  const [order, setOrder] = useState(() => findPendingOrder(location))
  const reference = findBookedReference(location.key)

  const changeOrder = (next: PendingOrder) => {
    storePendingOrder(next)
    setOrder(next)
  }

  return (
    <div className="min-h-svh">
      <title>{pageTitle('Complete your payment')}</title>
      {order ? (
        <PaymentScreen order={order} user={user} onChange={changeOrder} />
      ) : reference ? (
        <OneActionDialog
          title="Already Booked"
          text={`You have already booked these seats.\nBooking Reference: ${reference}`}
          action="View My Bookings"
          onAction={() => navigate(MY_BOOKINGS_PATH, { replace: true })}
        />
      ) : (
        <OneActionDialog
          title="No Booking Data"
          text="No booking information found. Please select seats first."
          action="OK"
          onAction={() => navigate('/', { replace: true })}
        />
      )}
      {order && !user && (
        <OneActionDialog
          title="Sign In Required"
          text="Please sign in to complete your booking"
          action="Sign In"
          onAction={() => navigate(PAGES.signIn, { replace: true, state: { from: PAGES.payment } })}
        />
      )}
    </div>
  )
}
