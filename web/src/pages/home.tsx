import { EVENING_HOUR, formatIsoDate, hourOfDay, MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useHydrated } from '@marquee/ui-kit/ui/use-hydrated.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { listBookableFirst } from '#features/movies/booking/booking-status.ts'
import { formatShortNearDate } from '#features/movies/booking/showtime-labels.ts'
import { Hero } from '#features/movies/hero.tsx'
import { toDay } from '#features/movies/listing/listing-days.ts'
import { NowShowing } from '#features/movies/listing/now-showing.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { useMovies } from '#features/movies/movies.queries.ts'
import { useSession } from '#features/session/session.store.ts'
import { TicketsWhenOffline } from '#features/tickets/offline/tickets-when-offline.tsx'
import { siteSettings } from '#lib/site-settings.ts'

const loadEvening = () => import('#features/tickets/my-evening.tsx')
const MyEvening = lazy(async () => ({ default: (await loadEvening()).MyEvening }))

export function HomePage() {
  const user = useSession((session) => session.currentUser)
  const [params] = useSearchParams()
  const { error } = useMovies()

  return (
    <>
      <title>{siteSettings.brandName}</title>
      <TicketsWhenOffline userId={user?._id} error={error} />
      {/* A visitor who has chosen a day wants its shows at once. */}
      {!toDay(params.get('date')) && (
        <>
          <Opening userId={user?._id} />
          <TwoForTonight />
        </>
      )}
      <NowShowing email={user?.email} />
    </>
  )
}

/** The user's show of this day, else the featured movie. Both have the same place, so that nothing moves. */
function Opening({ userId = '' }: { userId: string | undefined }) {
  const isHydrated = useHydrated()
  const { data: ticket } = useQuery({
    queryKey: ['bookings', userId, 'evening'],
    queryFn: async ({ signal }) => (await loadEvening()).fetchEvening(userId, signal),
    enabled: userId !== '' && isHydrated,
    staleTime: 0,
  })
  if (!ticket || !userId) return <Hero />
  return (
    <Suspense fallback={<Hero />}>
      <MyEvening
        userId={userId}
        ticket={ticket}
        poster={<MoviePoster movie={ticket.movie} sizes="(min-width: 768px) 320px, 34vw" alt="" />}
      />
    </Suspense>
  )
}

const loadPairs = () => import('#features/movies/tonight/pairs.tsx')
const Pairs = lazy(async () => ({ default: (await loadPairs()).Pairs }))

/** Two seats at the next evening shows: the first tap shows them, the second one holds them. */
function TwoForTonight() {
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
  const day = startsAt ? formatShortNearDate(startsAt, now, timeZone) : 'Today'
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
