import type { ReactNode } from 'react'
import type { TicketShow } from './ticket.ts'

interface Props {
  movie: TicketShow['movie']
  poster: ReactNode
}

/** The poster as a band, with the name of the movie. */
export function TicketBand({ movie, poster }: Props) {
  return (
    <div className="ticket-band">
      <div aria-hidden="true" className="ticket-band-backdrop">
        {poster}
      </div>
      <div className="ticket-band-poster">{poster}</div>
      <div className="ticket-band-text">
        <p className="eyebrow">Your ticket</p>
        <h1 className="text-2xl md:display md:text-4xl">{movie.name}</h1>
        <p className="mt-1 text-ivory">
          {movie.genre} · {movie.duration} min
        </p>
      </div>
    </div>
  )
}
