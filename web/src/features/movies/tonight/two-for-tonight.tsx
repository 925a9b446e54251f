import { formatIsoDate, hourOfDay, MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { lazy, Suspense, useState } from 'react'
import { listBookableFirst } from '#features/movies/booking/booking-status.ts'
import { formatDay } from '#features/movies/booking/showtime-labels.ts'
import { useMovies } from '#features/movies/movies.queries.ts'
import { siteSettings } from '#lib/site-settings.ts'

const loadPairs = () => import('./pairs.tsx')
const Pairs = lazy(async () => ({ default: (await loadPairs()).Pairs }))

const EVENING_HOUR = 17

/** Two seats at the next evening shows: the first tap shows them, the second one holds them. */
export function TwoForTonight() {
  const { data: movies = [], isPending } = useMovies()
  const now = useNow(MINUTE_MS)
  const [isOpen, setIsOpen] = useState(false)
  const { timeZone } = siteSettings
  const [startsAt] = movies
    .flatMap(({ showtimes }) => listBookableFirst(showtimes, now))
    .filter(({ open, showtime }) => open && showtime.seatsLeft > 1)
    .map(({ showtime }) => Date.parse(showtime.startTime))
    .filter((start) => hourOfDay(start, timeZone) >= EVENING_HOUR)
    .toSorted((a, b) => a - b)
  if (!startsAt && !isPending) return null
  const day = startsAt ? formatDay(startsAt, now, timeZone) : 'Today'
  const title = `Two for ${day === 'Today' ? 'tonight' : day === 'Tomorrow' ? 'tomorrow' : day}`

  return (
    <section id="tonight" aria-label={title} className="mx-auto -mt-8 mb-12 max-w-7xl px-4 sm:px-8">
      {isOpen && startsAt ? (
        <Suspense fallback={<div className="min-h-48" />}>
          <Pairs title={title} date={formatIsoDate(startsAt, timeZone)} movies={movies} />
        </Suspense>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-ash">The best two seats at the next shows, in two taps.</p>
          <Button
            variant="secondary"
            className="max-sm:w-full"
            onPointerEnter={loadPairs}
            onClick={() => setIsOpen(true)}
          >
            {title}
          </Button>
        </div>
      )}
    </section>
  )
}
