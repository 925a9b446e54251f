import { isOfflineError } from '@marquee/ui-kit/lib/api.ts'
import { useIsOffline } from '@marquee/ui-kit/lib/use-is-offline.ts'
import { lazy, Suspense } from 'react'

const load = () => import('./offline-tickets.tsx')
const OfflineTickets = lazy(async () => ({ default: (await load()).OfflineTickets }))

// An offline start shows them first: their code is loaded while the page is still rendered.
if (globalThis.window?.navigator.onLine === false) void load()

interface Props {
  userId: string | undefined
  /** Why the page could not load its own content, if it could not. */
  error?: Error | null
}

/** The tickets on this device, while there is no network. */
export function TicketsWhenOffline({ userId, error }: Props) {
  const isOffline = useIsOffline() || isOfflineError(error)
  if (!isOffline || !userId) return null
  return (
    <Suspense>
      <OfflineTickets userId={userId} />
    </Suspense>
  )
}
