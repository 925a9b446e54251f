import { useEffect } from 'react'
import { dismissNotification, type Notification, useNotifications } from './notify.ts'

const VISIBLE_MS = 8000

/** Shows the messages of `notify`. */
export function Toaster() {
  const { visible } = useNotifications()
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 bottom-20 z-50 grid justify-items-center gap-2 lg:bottom-6"
    >
      {visible.map((notification) => (
        <Toast key={notification.id} {...notification} />
      ))}
    </div>
  )
}

function Toast({ id, text, action }: Notification) {
  useEffect(() => {
    const timer = setTimeout(() => dismissNotification(id), VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [id])

  return (
    <div className="pointer-events-auto flex items-center gap-4 rounded bg-ivory px-4 py-2 text-velvet shadow-raised">
      <p>{text}</p>
      {action && (
        <button
          type="button"
          className="min-h-9 font-semibold underline underline-offset-4"
          onClick={() => {
            dismissNotification(id)
            action.run()
          }}
        >
          {action.name}
        </button>
      )}
    </div>
  )
}
