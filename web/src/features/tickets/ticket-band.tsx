import type { ReactNode, SyntheticEvent } from 'react'
import type { TicketShow } from './ticket.ts'

interface Props {
  movie: TicketShow['movie']
  poster: ReactNode
  headingId?: string
}

/** The poster as a band, with the name of the movie. */
export function TicketBand({ movie, poster, headingId }: Props) {
  return (
    <div
      className="ticket-band"
      onErrorCapture={setVisible(false)}
      onLoadCapture={setVisible(true)}
    >
      <div aria-hidden="true" className="ticket-band-backdrop">
        {poster}
      </div>
      <div className="ticket-band-poster">{poster}</div>
      <div className="ticket-band-text">
        <p className="eyebrow short:hidden">Your ticket</p>
        <h1
          id={headingId}
          dir="auto"
          tabIndex={-1}
          className="wrap-anywhere text-2xl outline-none md:display md:text-4xl"
        >
          {movie.name}
        </h1>
        <p className="mt-1 text-ivory short:hidden">
          {movie.genre} · {movie.duration} min
        </p>
      </div>
    </div>
  )
}

/** Hides a poster that cannot be loaded, for example without a network, until another one replaces it. */
const setVisible =
  (isVisible: boolean) =>
  ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLImageElement) target.style.opacity = isVisible ? '' : '0'
  }
