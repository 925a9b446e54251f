import { useState } from 'react'
import { useConnected } from '#lib/socket.ts'

/** Whether what is shown is what is so. */
export function LiveIndicator() {
  const connected = useConnected()
  return (
    <p role="status" className="flex items-center gap-2.5 text-sm text-ash">
      <span
        aria-hidden="true"
        className={`size-2.5 shrink-0 rounded-full ${connected ? 'bg-good' : 'animate-pulse border-2 border-wait'}`}
      />
      {connected ? 'Real-time updates active' : 'Connecting to real-time server...'}
    </p>
  )
}

/** Says wherever one has scrolled to that the line has broken; a page that has only just come says nothing yet. */
export function LostLine() {
  const connected = useConnected()
  const [known, setKnown] = useState(connected)
  if (connected && !known) setKnown(true)
  if (connected || !known) return null

  return (
    <p
      role="status"
      className="fixed inset-x-4 bottom-28 z-20 mx-auto w-fit rounded border border-wait bg-velvet px-5 py-3 text-center text-sm shadow-raised lg:top-24 lg:bottom-auto"
    >
      We have lost the line to the cinema. What you see may have changed.
    </p>
  )
}
