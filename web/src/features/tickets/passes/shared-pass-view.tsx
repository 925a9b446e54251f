import '#features/tickets/ticket.css'
import type { SharedPass } from '@marquee/contract/tickets/tickets'
import { useWakeLock } from '@marquee/ui-kit/lib/use-wake-lock.ts'
import type { ReactNode } from 'react'
import { ShowFacts } from '#features/tickets/show-facts.tsx'
import { TicketBand } from '#features/tickets/ticket-band.tsx'
import { PassCard } from './pass-card.tsx'

interface Props {
  pass: SharedPass
  token: string
  poster: ReactNode
  address: ReactNode
  actions: ReactNode
}

/** A pass that was shared by link: nothing about the buyer. */
export function SharedPassView({ pass, token, poster, address, actions }: Props) {
  const { movie, showtime, cinema } = pass
  const show = { movie, startTime: showtime.startTime, screen: showtime.screen, cinema }
  useWakeLock()

  return (
    <article aria-label={`Ticket for ${movie.name}`} className="ticket-page">
      <TicketBand movie={movie} poster={poster} />
      <div className="ticket-page-columns">
        <PassCard
          show={show}
          seats={pass.seats.map(({ seatNumber }) => seatNumber)}
          token={token}
        />
        <div className="ticket-page-details">
          <ShowFacts show={show} />
          {actions}
          {address}
        </div>
      </div>
    </article>
  )
}
