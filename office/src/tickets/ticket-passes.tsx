import type { StaffBooking, StaffPass } from '@marquee/contract/office/bookings'
import { formatRupees } from '@marquee/contract/text/money'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { serverTime } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { QrCode } from '@marquee/ui-kit/ui/qr-code.tsx'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useCurrentDevice } from '#lib/device.queries.ts'
import { dateTimeOf, PAYMENT_TEXTS } from '#lib/format.ts'
import { usePreferences } from '#lib/preferences.store.ts'
import { Key } from '#ui/key.tsx'
import { Slip } from '#ui/slip.tsx'
import { useShortcuts } from '#ui/use-shortcuts.ts'

interface Props {
  booking: StaffBooking
  passes: StaffPass[]
  /** After the slips of all seats were printed, which R does then. */
  onPrinted?: () => void
}

/** The passes of a booking as QR codes on the screen, and as printed slips: one, or one for each seat. */
export function TicketPasses({ booking, passes, onPrinted }: Props) {
  const [number, setNumber] = useState(passes[0]?.number)
  const [issuedAt] = useState(serverTime)
  const pass = passes.find((one) => one.number === number) ?? passes[0]
  const [printed, setPrinted] = useState<StaffPass[]>()
  const seatPasses = passes.filter((one) => one.number !== BOOKING_PASS)
  /** Prints these slips as one job. */
  const print = (slips: StaffPass[]) => {
    flushSync(() => setPrinted(slips))
    window.print()
    setPrinted(undefined)
  }
  const printSeats = () => {
    print(seatPasses.length > 0 ? seatPasses : passes)
    onPrinted?.()
  }
  const isEnabled = usePreferences(({ shortcuts }) => shortcuts)
  useShortcuts(onPrinted ? { r: printSeats } : {}, isEnabled)
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
              className="tag min-h-11 min-w-11 border-ash/60 aria-pressed:bg-ivory aria-pressed:text-velvet"
              onClick={() => setNumber(one.number)}
            >
              {one.label}
            </button>
          ))}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button className="flex-1" onClick={() => print([pass])}>
          <Printer aria-hidden="true" className="size-5" />
          <span>Print slip</span>
        </Button>
        {seatPasses.length > 1 && (
          <Button variant="secondary" className="flex-1" onClick={printSeats}>
            Print {seatPasses.length} slips {onPrinted && <Key>R</Key>}
          </Button>
        )}
      </div>
      {(printed ?? [pass]).map((one) => (
        <TicketSlip key={one.number} booking={booking} pass={one} issuedAt={issuedAt} />
      ))}
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
