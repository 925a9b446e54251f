import { formatDate, formatTime } from '@marquee/contract/time'
import { QrCode } from '@marquee/ui-kit/ui/qr-code.tsx'
import type { ReactNode } from 'react'
import { showTimes, type TicketShow } from '#features/tickets/ticket.ts'
import { siteSettings } from '#lib/site-settings.ts'

interface Props {
  show: TicketShow
  seats: string[]
  token: string
  /** Shown below the code, for staff to type in. A shared pass has none. */
  reference?: string
  /** Shown above the code, for example that the party has been admitted. */
  message?: ReactNode
}

/** What is shown at the door: black on white in every theme, readable at arm's length. */
export function PassCard({ show, seats, token, reference, message }: Props) {
  const { startsAt } = showTimes(show)
  const admit = `Admit ${seats.length}`
  return (
    <section aria-label={`Pass: ${admit}`} className="pass">
      <div className="pass-head">
        <p className="pass-admit">{admit}</p>
        <p dir="auto" className="pass-screen wrap-anywhere">
          {show.screen}
        </p>
      </div>
      {message}
      <QrCode text={token} label={`QR code to show at the door: ${admit}`} />
      {reference && <p className="pass-reference">{reference}</p>}
      <dl className="pass-facts">
        <div>
          <dt>Time</dt>
          <dd>{formatTime(startsAt, siteSettings.timeZone)}</dd>
          <dd className="pass-date">{formatDate(startsAt, siteSettings.timeZone)}</dd>
        </div>
        <div>
          <dt>{seats.length === 1 ? 'Seat' : 'Seats'}</dt>
          <dd>{seats.join(' ')}</dd>
        </div>
      </dl>
    </section>
  )
}
