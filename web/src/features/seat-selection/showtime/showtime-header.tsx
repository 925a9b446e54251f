import type { Movie } from '@marquee/contract/movies/movies'
import { DEFAULT_SCREEN, type Showtime } from '@marquee/contract/movies/showtimes'
import { moviePath } from '@marquee/contract/pages'
import { formatRupees } from '@marquee/contract/text/money'
import { formatTime } from '@marquee/contract/time'
import type { ReactNode } from 'react'
import { ShowDate } from '#lib/date-time.tsx'
import { siteSettings } from '#lib/site-settings.ts'
import { toSiteUrl } from '#lib/site-url.ts'

interface Props {
  movie: Movie
  showtime: Showtime
  poster: ReactNode
  availableSeats: number
  /** Free places for wheelchairs and companions, which count apart. */
  protectedSeats?: number
  totalSeats: number
  /** Cost of the selection in rupees. */
  cost: number
}

/** The movie summary card (specification §2). Search engines are told to list the page of the movie instead. */
export function ShowtimeHeader({
  movie,
  showtime,
  poster,
  availableSeats,
  protectedSeats = 0,
  totalSeats,
  cost,
}: Props) {
  const startsAt = Date.parse(showtime.startTime)
  return (
    <section aria-labelledby="show" className="flex items-start gap-4 sm:gap-7 short:gap-3">
      {movie.slug && <link rel="canonical" href={toSiteUrl(moviePath(movie.slug))} />}
      <div className="w-16 shrink-0 overflow-hidden rounded sm:w-32 short:w-8">{poster}</div>
      <div className="min-w-0 short:flex short:flex-wrap short:items-baseline short:gap-x-4">
        <h1
          id="show"
          className="text-xl text-brass-bright sm:display sm:text-4xl short:font-sans short:text-lg"
        >
          {movie.name}
        </h1>
        <p className="text-sm text-ash sm:mt-1 sm:text-base short:mt-0 short:text-sm">
          {[movie.genre, `${movie.duration} minutes`, movie.rating].filter(Boolean).join(' · ')}
        </p>
        <dl className="mt-1 flex flex-wrap gap-x-3 text-sm sm:mt-5 sm:gap-x-7 sm:gap-y-2 sm:text-base short:mt-0 short:gap-x-3 short:text-sm">
          <Fact name="Screen" hideLabelOnPhones>
            {showtime.screen || DEFAULT_SCREEN}
          </Fact>
          <Fact name="Date" hideLabelOnPhones>
            <ShowDate instant={showtime.startTime} />
          </Fact>
          <Fact name="Time" hideLabelOnPhones>
            {formatTime(startsAt, siteSettings.timeZone)}
          </Fact>
          <Fact name="Available seats">
            {availableSeats} / {totalSeats}
            {protectedSeats > 0 && <span className="text-ash"> + {protectedSeats} accessible</span>}
          </Fact>
          <Fact name="Current selection">{formatRupees(cost)}</Fact>
        </dl>
      </div>
    </section>
  )
}

interface FactProps {
  name: string
  /** Phones show only the value, if it is clear without the label. */
  hideLabelOnPhones?: boolean
  children: ReactNode
}

function Fact({ name, hideLabelOnPhones = false, children }: FactProps) {
  return (
    <div className="flex gap-x-1.5 sm:block short:flex">
      <dt className={`text-sm text-ash ${hideLabelOnPhones ? 'max-sm:sr-only short:sr-only' : ''}`}>
        {name}
      </dt>
      <dd className="tabular font-medium">{children}</dd>
    </div>
  )
}
