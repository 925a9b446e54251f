import { useIsLasting } from '@marquee/ui-kit/lib/use-is-lasting.ts'
import { useIsOffline } from '@marquee/ui-kit/lib/use-is-offline.ts'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useConnected } from '#lib/socket.ts'

/** A short interruption is not worth a notice. */
const LASTING_MS = 2500

/** Says that what is shown may be out of date. */
export function ConnectionNotice() {
  const isDisconnected = useIsLasting(!useConnected(), LASTING_MS)
  const isOffline = useIsOffline()
  if (!isDisconnected && !isOffline) return null
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b border-wait bg-wait/10 px-4 py-2 text-sm font-medium text-wait lg:px-8"
    >
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      <span>
        {isOffline
          ? 'This device is offline. What you see may have changed. Only the door works offline.'
          : 'The office cannot be reached. Trying again…'}
      </span>
    </p>
  )
}
