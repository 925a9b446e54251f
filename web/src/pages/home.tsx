import { useHydrated } from '@marquee/ui-kit/ui/use-hydrated.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Hero } from '#features/movies/hero.tsx'
import { toDay } from '#features/movies/listing/listing-days.ts'
import { NowShowing } from '#features/movies/listing/now-showing.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { useMovies } from '#features/movies/movies.queries.ts'
import { TwoForTonight } from '#features/movies/tonight/two-for-tonight.tsx'
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
