import { isTemporaryError } from '@marquee/ui-kit/lib/api.ts'
import { useIsOffline } from '@marquee/ui-kit/lib/use-is-offline.ts'
import { ErrorBoundary } from '@marquee/ui-kit/ui/error-boundary.tsx'
import { lazy, type ReactNode, Suspense } from 'react'

const load = () => import('./offline-tickets.tsx')
const OfflineTickets = lazy(async () => ({ default: (await load()).OfflineTickets }))

// An offline start shows them first: their code is loaded while the page is still rendered.
if (globalThis.window?.navigator.onLine === false) load().catch(() => undefined)

interface Props {
  userId: string | undefined
  /** Why the page could not load its own content, if it could not. */
  error?: Error | null
  /** The page waits long for its own content. */
  isWaiting?: boolean
  /** Below the tickets. */
  children?: ReactNode
}

/**
 * The tickets on this device, while there is no network, or the server does not answer. Without a network their code may be missing: the page stays
 * as it is then.
 */
export function TicketsWhenOffline({ userId, error, isWaiting = false, children }: Props) {
  const isOffline = useIsOffline()
  if (!userId || !(isOffline || isWaiting || isTemporaryError(error))) return null
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <OfflineTickets userId={userId} isWaiting={isWaiting && !isOffline}>
          {children}
        </OfflineTickets>
      </Suspense>
    </ErrorBoundary>
  )
}
