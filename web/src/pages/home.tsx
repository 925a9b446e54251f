import { Hero } from '#features/movies/hero.tsx'
import { NowShowing } from '#features/movies/listing/now-showing.tsx'
import { useMovies } from '#features/movies/movies.queries.ts'
import { useSession } from '#features/session/session.store.ts'
import { TicketsWhenOffline } from '#features/tickets/offline/tickets-when-offline.tsx'
import { siteSettings } from '#lib/site-settings.ts'

export function HomePage() {
  const user = useSession((session) => session.currentUser)
  const { error } = useMovies()

  return (
    <>
      <title>{siteSettings.brandName}</title>
      <TicketsWhenOffline userId={user?._id} error={error} />
      <Hero />
      <NowShowing email={user?.email} />
    </>
  )
}
