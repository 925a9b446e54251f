import { lazy, Suspense } from 'react'
import { isOfflineError } from '#lib/api.ts'
import { useIsOffline } from '#lib/use-is-offline.ts'

const OfflineTickets = lazy(async () => ({
  default: (await import('./offline-tickets.tsx')).OfflineTickets,
}))

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
