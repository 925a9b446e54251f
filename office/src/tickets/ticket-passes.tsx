import type { StaffBooking, StaffPass } from '@marquee/contract/office/bookings'
import { formatRupees } from '@marquee/contract/text/money'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { serverTime } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { QrCode } from '@marquee/ui-kit/ui/qr-code.tsx'
import Printer from 'lucide-react/icons/printer'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useCurrentDevice } from '#lib/device.queries.ts'
import { dateTimeOf, PAYMENT_TEXTS } from '#lib/format.ts'

interface Props {
  booking: StaffBooking
  passes: StaffPass[]
}

/** The passes of a booking as QR codes on the screen, and as a printed slip. */
export function TicketPasses({ booking, passes }: Props) {
  const [number, setNumber] = useState(passes[0]?.number)
  const [issuedAt] = useState(serverTime)
  const pass = passes.find((one) => one.number === number) ?? passes[0]
  if (!pass) return null
  return (
    <div className="grid gap-3">
      <div className="mx-auto w-full max-w-64">
        <QrCode text={pass.token} label={`QR code of ${pass.label}`} />
      </div>
      <p className="text-center">
        <span className="font-semibold">{pass.label}</span>{' '}
        <span className="tabular text-ash">{booking.reference}</span>
      </p>
      {passes.length > 1 && (
        <div className="flex flex-wrap justify-center gap-1.5">
          {passes.map((one) => (
            <button
              key={one.number}
              type="button"
              aria-pressed={one === pass}
              className="tag min-h-9 border-ash/60 aria-pressed:bg-ivory aria-pressed:text-velvet"
              onClick={() => setNumber(one.number)}
            >
              {one.label}
            </button>
          ))}
        </div>
      )}
      <Button onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-5" />
        <span>Print slip</span>
      </Button>
      <TicketSlip booking={booking} pass={pass} issuedAt={issuedAt} />
    </div>
  )
}

interface TicketSlipProps {
  booking: StaffBooking
  pass: StaffPass
  /** When the slip was made: an ISO time. */
  issuedAt: string
}

/** The printed ticket: as wide as the paper of a receipt printer. */
function TicketSlip({ booking, pass, issuedAt }: TicketSlipProps) {
  const { cinema, timeZone } = useCurrentDevice()
  const { movie, showtime, seats, slots, payment, totalCost, reference } = booking
  const { paidByVoucher } = booking
  const voucherText =
    payment !== 'voucher' && paidByVoucher > 0
      ? `, ${formatRupees(paidByVoucher)} of it with a voucher`
      : ''
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
          : `Paid ${formatRupees(totalCost)} ${PAYMENT_TEXTS[payment]}${voucherText}`}
      </p>
      <p>Issued {dateTimeOf(issuedAt, timeZone)}</p>
    </Slip>
  )
}

/** What is printed instead of the page (styles/print.css). */
const Slip = ({ children }: { children: ReactNode }) =>
  createPortal(<div className="slip">{children}</div>, document.body)
