import type { StaffBooking } from '@marquee/contract/office/bookings'
import { formatRupees } from '@marquee/contract/text/money'
import type { ReactNode } from 'react'
import { useTimeZone } from '#lib/device.queries.ts'
import { CHANNEL_NAMES, PAYMENT_TEXTS, timeOf } from '#lib/format.ts'

/** Places, payment, contact and admission. */
export function BookingFacts({ booking }: { booking: StaffBooking }) {
  const timeZone = useTimeZone()
  const { seats, slots, contact, admitted, admittedAt, payment, paymentReason } = booking
  const { refusedEmail } = booking
  const people = [contact.name, contact.phone, contact.email].filter(Boolean)
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {booking.cancelled && (
        <Fact name="Status">
          <span className="font-semibold text-danger">Cancelled</span>
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
      {payment === 'complimentary' ? (
        <Fact name="Paid">
          <span className="font-semibold">Nothing</span>{' '}
          <span className="text-ash">
            Free tickets worth {formatRupees(booking.totalCost + booking.refunded)}
            {paymentReason && `: ${paymentReason}`}
          </span>
        </Fact>
      ) : (
        <PaymentFacts booking={booking} way={PAYMENT_TEXTS[payment]} />
      )}
      <Fact name="Sold">{CHANNEL_NAMES[booking.channel]}</Fact>
      <Fact name="Contact">
        {people.length === 0 && <span className="text-ash">None given</span>}
        {people.map((line) => (
          <span key={line} className="block break-words">
            {line}
          </span>
        ))}
      </Fact>
      {refusedEmail !== null && (
        <Fact name="Email">
          <span className="block break-words font-semibold text-danger">
            Refused by {refusedEmail}
          </span>
          <span className="text-ash">Nothing more is sent there. Correct the address.</span>
        </Fact>
      )}
      <Fact name="Let in">
        <span className={admitted > 0 ? 'font-semibold text-good' : ''}>
          {admitted} of {seats.length}
        </span>
        {admittedAt && <span className="text-ash"> at {timeOf(admittedAt, timeZone)}</span>}
      </Fact>
    </dl>
  )
}

/** What was paid in all, and what is left of it after refunds. */
function PaymentFacts({ booking, way }: { booking: StaffBooking; way: string }) {
  const { totalCost, refunded, seats, slots, cancelled } = booking
  const price = cancelled ? 0 : [...seats, ...slots].reduce((sum, place) => sum + place.price, 0)
  const rupeesOf = (amount: number) => (
    <span className="tabular font-semibold">{formatRupees(amount)}</span>
  )
  return (
    <>
      <Fact name={refunded > 0 ? 'Paid in all' : 'Paid'}>
        {rupeesOf(totalCost + refunded)} <span className="text-ash">{way}</span>
      </Fact>
      {refunded > 0 && <Fact name="Refunded">{rupeesOf(refunded)}</Fact>}
      {refunded > 0 && !cancelled && <Fact name="Price now">{rupeesOf(price)}</Fact>}
      {totalCost > price && (
        <Fact name="Kept">
          {rupeesOf(totalCost - price)} <span className="text-ash">for cancelled places</span>
        </Fact>
      )}
    </>
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
