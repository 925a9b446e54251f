import type { Movie } from '@marquee/contract/movies/movies'
import { MINUTE_MS, parseLocalTime } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Link, useSearchParams } from 'react-router'
import { formatShortNearDate } from '#features/movies/booking/showtime-labels.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { listDays } from './listing-days.ts'
import { changeParams } from './listing-params.ts'

interface Props {
  movies: Movie[]
  /** The day that is shown. Undefined: the listing of all movies. */
  date: string | undefined
  /** Loads the code of the day's programme. */
  onPreload: () => void
}

/** Links to the listing of all movies and to the programme of each day. */
export function DateStrip({ movies, date, onPreload }: Props) {
  const now = useNow(MINUTE_MS)
  const [params] = useSearchParams()
  const { timeZone } = siteSettings
  const days = listDays(movies, now, timeZone).map((day) => [
    day,
    formatShortNearDate(parseLocalTime(day, '12:00', timeZone), now, timeZone),
  ])

  return (
    <nav
      aria-label="Showtimes by day"
      onPointerEnter={onPreload}
      onFocus={onPreload}
      className="min-w-0"
    >
      <ul className="scroll-strip flex gap-2">
        {[['', 'All movies'], ...days].map(([day = '', label]) => (
          <li key={day}>
            <Link
              to={{ search: String(changeParams(params, { date: day })) }}
              // The day's programme is at the top of the page.
              onClick={() => window.scrollTo({ top: 0, behavior: 'instant' })}
              aria-current={day === (date ?? '') ? 'page' : undefined}
              className="choice"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
