import { Hero } from '#features/movies/hero.tsx'
import { NowShowing } from '#features/movies/now-showing.tsx'
import { useSession } from '#features/session/session.store.ts'

export function HomePage() {
  const email = useSession((session) => session.currentUser?.email)

  return (
    <>
      <Hero />
      <NowShowing email={email} />
    </>
  )
}
