import { useEffect } from 'react'
import { dismissNotification, type Notification, useNotifications } from './notify.ts'

const VISIBLE_MS = 6000

/** Shows the messages of `notify`: at the top on small screens, at the bottom on large ones. */
export function Toaster() {
  const { visible } = useNotifications()

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 top-3 z-50 grid justify-items-center gap-2 lg:inset-x-4 lg:top-auto lg:bottom-6"
    >
      {visible.map((notification) => (
        <Toast key={notification.id} {...notification} />
      ))}
    </div>
  )
}

function Toast({ id, text }: Notification) {
  useEffect(() => {
    const timer = setTimeout(() => dismissNotification(id), VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [id])

  return (
    <p className="dialog-panel rounded border border-brass/50 bg-velvet px-5 py-3 shadow-raised">
      {text}
    </p>
  )
}
