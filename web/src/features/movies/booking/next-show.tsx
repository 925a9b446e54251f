import type { Movie } from '@marquee/contract/movies/movies'
import { formatTime } from '@marquee/contract/time'
import { seatScreenPath } from '#lib/paths.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { TextLink } from '#ui/text-link.tsx'
import { listBookableFirst } from './booking-status.ts'
import { formatShortNearDate } from './showtime-labels.ts'

/** Says when the next showtime with free seats is. Empty if there is none. */
export function NextShow({ movie, now }: { movie: Movie; now: number }) {
  const options = listBookableFirst(movie.showtimes, now)
  const next = options.find(({ open, showtime }) => open && showtime.seatsLeft > 0)?.showtime
  if (!next) return null
  const startsAt = Date.parse(next.startTime)
  const { timeZone } = siteSettings
  return (
    <>
      Next show:{' '}
      <TextLink to={seatScreenPath(movie._id, next._id)}>
        {formatShortNearDate(startsAt, now, timeZone)}, {formatTime(startsAt, timeZone)},{' '}
        {next.screen}
      </TextLink>
    </>
  )
}
