import { formatRupees } from '@marquee/contract/money'
import type { StaffBooking } from '@marquee/contract/office/bookings'
import type { ReactNode } from 'react'
import { useTimeZone } from '#lib/device.queries.ts'
import { timeOf } from '#lib/format.ts'

const PAYMENTS = {
  demo: 'Paid on the site (demo)',
  cash: 'Cash',
  card: 'Card',
  complimentary: 'Complimentary',
} as const

/** Places, payment, contact and admission. */
export function BookingFacts({ booking }: { booking: StaffBooking }) {
  const timeZone = useTimeZone()
  const { seats, slots, contact, admitted, admittedAt, payment, paymentReason } = booking
  const people = [contact.name, contact.phone, contact.email].filter(Boolean)
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {booking.cancelled && (
        <Fact name="Status">
          <span className="font-semibold text-bad">Cancelled</span>
        </Fact>
      )}
      <Fact name="Seats">
        <span className="font-semibold">{seats.map(({ label }) => label).join(' ')}</span>
      </Fact>
      {slots.length > 0 && (
        <Fact name="Parking">
          {slots.map(({ label, vehicleNumber }) => (
            <span key={label} className="block">
              <span className="font-semibold">{label}</span> {vehicleNumber ?? ''}
            </span>
          ))}
        </Fact>
      )}
      <Fact name="Total">
        <span className="tabular font-semibold">{formatRupees(booking.totalCost)}</span>{' '}
        <span className="text-ash">
          {PAYMENTS[payment]}
          {paymentReason && `: ${paymentReason}`}
        </span>
      </Fact>
      {booking.refunded > 0 && (
        <Fact name="Refunded">
          <span className="tabular font-semibold">{formatRupees(booking.refunded)}</span>
        </Fact>
      )}
      <Fact name="Sold">{booking.channel === 'counter' ? 'At the counter' : 'On the site'}</Fact>
      <Fact name="Contact">
        {people.length === 0 && <span className="text-ash">None given</span>}
        {people.map((line) => (
          <span key={line} className="block break-words">
            {line}
          </span>
        ))}
      </Fact>
      <Fact name="Let in">
        <span className={admitted > 0 ? 'font-semibold text-good' : ''}>
          {admitted} of {seats.length}
        </span>
        {admittedAt && <span className="text-ash"> at {timeOf(admittedAt, timeZone)}</span>}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ash">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
