import { isTemporaryError } from '@marquee/ui-kit/lib/api.ts'
import { useIsLasting } from '@marquee/ui-kit/lib/use-is-lasting.ts'
import { useIsOffline } from '@marquee/ui-kit/lib/use-is-offline.ts'
import { lazy, Suspense } from 'react'

const load = () => import('./offline-tickets.tsx')
const OfflineTickets = lazy(async () => ({ default: (await load()).OfflineTickets }))

/** A fast answer replaces nothing that was shown before it. */
const SLOW_MS = 700

// An offline start shows them first: their code is loaded while the page is still rendered.
if (globalThis.window?.navigator.onLine === false) void load()

interface Props {
  userId: string | undefined
  /** Why the page could not load its own content, if it could not. */
  error?: Error | null
  /** The page still waits for its own content. */
  isPending?: boolean
}

/** The tickets on this device, while there is no network, or the server does not answer. */
export function TicketsWhenOffline({ userId, error, isPending = false }: Props) {
  const isOffline = useIsOffline()
  const isSlow = useIsLasting(isPending, SLOW_MS)
  if (!userId || !(isOffline || isSlow || isTemporaryError(error))) return null
  return (
    <Suspense>
      <OfflineTickets userId={userId} isWaiting={isPending && !isOffline} />
    </Suspense>
  )
}
