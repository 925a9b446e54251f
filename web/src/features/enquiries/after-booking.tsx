import { describeRefundPolicy } from '@marquee/contract/bookings/refund-policy'
import type { ReactNode } from 'react'
import { siteSettings } from '#lib/site-settings.ts'

/** Refunds, changes, the waiting list and emails: plain texts, because the specification has four questions to open. */
export const AfterBooking = () => (
  <section aria-labelledby="after-booking">
    <h2 id="after-booking" className="mb-6 text-xl text-brass">
      After You Book
    </h2>
    <dl className="grid gap-6">
      <Text title="Cancelling and refunds">
        {describeRefundPolicy(siteSettings.refundPolicy)} You can cancel the whole booking, single
        seats or single parking slots in My Bookings, and you see the amount before you confirm. If
        the cinema cancels the show, you are refunded in full.
      </Text>
      <Text title="Changing a booking">
        Until booking closes for your show, you can change seats, showtime and parking: choose
        Change beside your booking in My Bookings. You keep your old seats until the change is
        complete. If you choose another showtime, your parking is given back, and you can add it
        again.
      </Text>
      <Text title="When a show is full">
        Sign in, confirm your email and join the waiting list on the seat screen of the show. When
        seats that fit come free, we hold them for you for a short time and tell you here and by
        email.
      </Text>
      <Text title="What we send you">
        Your tickets when you book, and a message when your booking changes or is cancelled. Once
        your email is confirmed, also a reminder before the show and the offers of the waiting list.
        My Bookings always has your tickets.
      </Text>
    </dl>
  </section>
)

const Text = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt className="font-medium">{title}</dt>
    <dd className="mt-1 text-ash">{children}</dd>
  </div>
)
