import { useState } from 'react'
import { useIsConnected } from '#lib/socket/socket.ts'
import { useConnectionProblem } from '#lib/socket/use-connection-problem.ts'

export function LiveIndicator() {
  const connected = useIsConnected()
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-ash">
      <span
        aria-hidden="true"
        className={`size-2 shrink-0 rounded-full ${connected ? 'bg-good' : 'animate-pulse border-2 border-wait'}`}
      />
      {connected ? 'Real-time updates active' : 'Connecting to real-time server...'}
    </p>
  )
}

/** Visible at every scroll position while disconnected. Not shown before the first connection. */
export function OfflineMessage() {
  const connected = useIsConnected()
  const problem = useConnectionProblem()
  const [wasConnected, setWasConnected] = useState(connected)
  if (connected && !wasConnected) setWasConnected(true)
  if (connected || !wasConnected) return null

  return (
    <p role="status" className="offline-message">
      {problem} Seats may have changed.
    </p>
  )
}
