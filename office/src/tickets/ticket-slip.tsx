import { QrCode } from '@marquee/browser/qr-code.tsx'
import { formatRupees } from '@marquee/contract/money'
import type { StaffBooking, StaffPass } from '@marquee/contract/office/bookings'
import { BOOKING_PASS } from '@marquee/contract/tickets'
import { useCurrentDevice } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { Slip } from '#ui/slip.tsx'

interface Props {
  booking: StaffBooking
  pass: StaffPass
}

/** The printed ticket: as wide as the paper of a receipt printer. */
export function TicketSlip({ booking, pass }: Props) {
  const { brandName, timeZone } = useCurrentDevice()
  const { movie, showtime, seats, slots, payment, totalCost, reference } = booking
  return (
    <Slip>
      <p dir="auto" className="text-center font-semibold wrap-anywhere">
        {brandName}
      </p>
      <p dir="auto" className="mt-2 text-lg leading-tight font-semibold wrap-anywhere">
        {movie.name}
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
          : `Total ${formatRupees(totalCost)}, ${payment}`}
      </p>
    </Slip>
  )
}
