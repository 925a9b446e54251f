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
        {describeRefundPolicy(siteSettings.refundPolicy)} In My Bookings you can cancel a booking,
        single seats or single parking slots. You see the amount before you confirm. If the cinema
        cancels the show, you are refunded in full.
      </Text>
      <Text title="Changing a booking">
        Until booking closes, you can change seats, showtime and parking. Open More beside your
        booking in My Bookings, and choose Change. You keep your old seats until the change is
        complete. Another showtime cancels your parking. You can add it again.
      </Text>
      <Text title="When a show is full">
        Sign in, confirm your email and join the waiting list on the seat screen. When seats come
        free, we hold them for you for a short time. We tell you here and by email.
      </Text>
      <Text title="What we send you">
        Your tickets when you book, and a message when your booking changes or is cancelled. With a
        confirmed email, also reminders and offers of the waiting list. My Bookings always has your
        tickets.
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
