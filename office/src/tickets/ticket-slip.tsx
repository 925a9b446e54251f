import type { StaffBooking, StaffPass } from '@marquee/contract/office/bookings'
import { formatRupees } from '@marquee/contract/text/money'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { QrCode } from '@marquee/ui-kit/ui/qr-code.tsx'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useCurrentDevice } from '#lib/device.queries.ts'
import { dateTimeOf, PAYMENT_TEXTS } from '#lib/format.ts'

interface Props {
  booking: StaffBooking
  pass: StaffPass
  /** When the slip was made: an ISO time. */
  issuedAt: string
}

/** The printed ticket: as wide as the paper of a receipt printer. */
export function TicketSlip({ booking, pass, issuedAt }: Props) {
  const { cinema, timeZone } = useCurrentDevice()
  const { movie, showtime, seats, slots, payment, totalCost, reference } = booking
  return (
    <Slip>
      <p dir="auto" className="text-center font-semibold wrap-anywhere">
        {cinema.name}
      </p>
      {cinema.address && (
        <p dir="auto" className="text-center wrap-anywhere">
          {cinema.address}
        </p>
      )}
      <p dir="auto" className="mt-2 text-lg leading-tight font-semibold wrap-anywhere">
        {movie.name} ({movie.rating})
      </p>
      <p>{dateTimeOf(showtime.startTime, timeZone)}</p>
      <p dir="auto" className="wrap-anywhere">
        {showtime.screen}
      </p>
      <p className="mt-2 text-lg font-semibold">{pass.label}</p>
      {pass.number === BOOKING_PASS && <p>Seats {seats.map(({ label }) => label).join(' ')}</p>}
      {slots.length > 0 && <p>Parking {slots.map(({ label }) => label).join(' ')}</p>}
      <QrCode text={pass.token} label={`QR code of ${pass.label}`} />
      <p className="text-center tabular">{reference}</p>
      <p className="mt-2">
        {payment === 'complimentary'
          ? 'Complimentary'
          : `Paid ${formatRupees(totalCost)} ${PAYMENT_TEXTS[payment]}`}
      </p>
      <p>Issued {dateTimeOf(issuedAt, timeZone)}</p>
    </Slip>
  )
}

/** What is printed instead of the page (styles/print.css). */
const Slip = ({ children }: { children: ReactNode }) =>
  createPortal(<div className="slip">{children}</div>, document.body)
