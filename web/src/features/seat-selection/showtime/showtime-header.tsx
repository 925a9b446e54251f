import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { DEFAULT_SCREEN } from '@marquee/contract/movies/showtimes-route'
import { moviePath } from '@marquee/contract/pages'
import { formatRupees } from '@marquee/contract/text/money'
import { formatTime } from '@marquee/contract/time'
import type { ReactNode } from 'react'
import { NearDate } from '#lib/date-time.tsx'
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
  /** Cost of the selection in rupees. On narrow screens, the bar below the seats shows it. */
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
    <section
      aria-labelledby="show"
      className="flex items-start gap-3 lg:panel lg:grid lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-x-4 lg:gap-y-0 lg:p-5 short:gap-3"
    >
      {movie.slug && <link rel="canonical" href={toSiteUrl(moviePath(movie.slug))} />}
      <div className="w-14 shrink-0 overflow-hidden rounded lg:row-span-2 short:w-8">{poster}</div>
      <div className="min-w-0 lg:contents short:flex short:flex-wrap short:items-baseline short:gap-x-4">
        <h1
          id="show"
          className="text-lg text-brass-bright lg:display lg:text-2xl short:font-sans short:text-lg"
        >
          {movie.name}
        </h1>
        <p className="text-sm text-ash">
          {[movie.genre, `${movie.duration} minutes`, movie.rating].filter(Boolean).join(' · ')}
        </p>
        {/* In a line of its own also beside a small poster: whether it fits beside the name would depend on the font. */}
        <dl className="flex flex-wrap gap-x-3 text-sm lg:col-span-2 lg:mt-3 short:basis-full">
          <ShowtimeFact name="Screen">{showtime.screen || DEFAULT_SCREEN}</ShowtimeFact>
          <ShowtimeFact name="Date">
            <NearDate instant={showtime.startTime} />
          </ShowtimeFact>
          <ShowtimeFact name="Time">{formatTime(startsAt, siteSettings.timeZone)}</ShowtimeFact>
          {/* In a line of its own on phones: whether it fits beside the time would depend on the font. */}
          <ShowtimeFact
            name="Seats left"
            shown="always"
            className="max-sm:basis-full short:basis-auto"
          >
            {availableSeats} / {totalSeats}
            {protectedSeats > 0 && <span className="text-ash"> + {protectedSeats} accessible</span>}
          </ShowtimeFact>
          <ShowtimeFact name="Current selection" shown="wide" className="max-lg:sr-only">
            {formatRupees(cost)}
          </ShowtimeFact>
        </dl>
      </div>
    </section>
  )
}

const NAME_STYLES = {
  never: 'sr-only',
  wide: 'text-ash max-lg:sr-only',
  always: 'shrink-0 text-ash',
}

interface FactProps {
  name: string
  /** Where the name is shown before a value that is not clear by itself. */
  shown?: 'never' | 'wide' | 'always'
  className?: string
  children: ReactNode
}

function ShowtimeFact({ name, shown = 'never', className = '', children }: FactProps) {
  return (
    <div className={`flex gap-x-1.5 ${className}`}>
      <dt className={NAME_STYLES[shown]}>{name}</dt>
      <dd className="tabular font-medium">{children}</dd>
    </div>
  )
}
