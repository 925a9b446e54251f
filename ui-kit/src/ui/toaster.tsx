import { useEffect } from 'react'
import { dismissNotification, type Notification, useNotifications } from './notify.ts'

const VISIBLE_MS = 6000
/** A message with a button stays longer, so that the button can be reached. */
const VISIBLE_WITH_ACTION_MS = 8000

/** Shows the messages of `notify`. */
export function Toaster() {
  const { visible } = useNotifications()
  return (
    <div role="status" className="toaster">
      {visible.map((notification) => (
        <Toast key={notification.id} {...notification} />
      ))}
    </div>
  )
}

function Toast({ id, text, action }: Notification) {
  const visibleMs = action ? VISIBLE_WITH_ACTION_MS : VISIBLE_MS
  useEffect(() => {
    const timer = setTimeout(() => dismissNotification(id), visibleMs)
    return () => clearTimeout(timer)
  }, [id, visibleMs])

  return (
    <div className="toast">
      <p>{text}</p>
      {action && (
        <button
          type="button"
          className="pointer-events-auto min-h-9 font-semibold underline underline-offset-4"
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
