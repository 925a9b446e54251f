import type { Movie } from '@marquee/contract/movies/movies'
import { formatIsoDate, formatTime } from '@marquee/contract/time'
import { listBookableFirst } from '#features/movies/booking/booking-status.ts'
import { formatDay } from '#features/movies/booking/showtime-labels.ts'
import { changeParams, useListingParams } from '#features/movies/listing/listing-params.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { TextLink } from '#ui/text-link.tsx'

/** Leads from a day to the next one with a show that can be booked, in words. Empty without one. */
export function NextDay({ movies, date, now }: { movies: Movie[]; date: string; now: number }) {
  const [params] = useListingParams()
  const { timeZone } = siteSettings
  const [next] = movies
    .flatMap((movie) =>
      listBookableFirst(movie.showtimes, now)
        .filter(({ open, showtime }) => open && showtime.seatsLeft !== 0)
        .map(({ showtime }) => ({ movie, startsAt: Date.parse(showtime.startTime) })),
    )
    .filter(({ startsAt }) => formatIsoDate(startsAt, timeZone) > date)
    .toSorted((a, b) => a.startsAt - b.startsAt)
  if (!next) return null
  const day = formatDay(next.startsAt, now, timeZone)
  return (
    <p className="text-ash">
      {day} starts with {next.movie.name} at {formatTime(next.startsAt, timeZone)}.{' '}
      <TextLink
        to={{
          search: String(changeParams(params, { date: formatIsoDate(next.startsAt, timeZone) })),
        }}
        onClick={() => window.scrollTo({ top: 0, behavior: 'instant' })}
      >
        See {day === 'Tomorrow' ? 'tomorrow' : day}
      </TextLink>
    </p>
  )
}
