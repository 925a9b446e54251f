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
