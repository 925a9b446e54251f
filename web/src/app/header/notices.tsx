import { lazy, Suspense } from 'react'
import { useSession } from '#features/session/session.store.ts'

const NoticeBell = lazy(async () => ({
  default: (await import('#features/notices/notice-bell.tsx')).NoticeBell,
}))

/** Loads the bell for signed-in users only, after the page. */
export function Notices() {
  const userId = useSession(({ currentUser }) => currentUser?._id)
  if (userId === undefined) return null
  return (
    <div className="min-h-11 min-w-11 shrink-0 max-md:-mr-5 md:-mr-2 md:-ml-4">
      <Suspense>
        <NoticeBell key={userId} userId={userId} />
      </Suspense>
    </div>
  )
}
