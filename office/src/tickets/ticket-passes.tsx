import type { StaffBooking, StaffPass } from '@marquee/contract/office/bookings'
import { serverTime } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { QrCode } from '@marquee/ui-kit/ui/qr-code.tsx'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { TicketSlip } from './ticket-slip.tsx'

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
