import { useEffect, useLayoutEffect, useRef } from 'react'
import { dismissNotification, type Notification, useNotifications } from './notify.ts'

const VISIBLE_MS = 6000
/** A notification with a button stays longer, so that the button can be reached. */
const VISIBLE_WITH_ACTION_MS = 8000

/** Shows what `notify` was called with. The latest notification decides at which edge of the window. */
export function Notifications() {
  const { visible } = useNotifications()
  const notifications = useRef<HTMLDivElement>(null)
  const latest = visible.at(-1)?.id
  useLayoutEffect(() => {
    if (latest && notifications.current) notifications.current.dataset.edge = findFreeEdge()
  }, [latest])
  return (
    <div ref={notifications} role="status" className="notifications">
      {visible.map((notification) => (
        <NotificationItem key={notification.id} {...notification} />
      ))}
    </div>
  )
}

/** The edge that is far from the control that the visitor has just used. A touched control stays hovered. */
function findFreeEdge() {
  const used = document.querySelector('a:hover, button:hover, :focus')
  return used && used.getBoundingClientRect().top < window.innerHeight / 2 ? 'bottom' : 'top'
}

function NotificationItem({ id, text, action }: Notification) {
  const visibleMs = action ? VISIBLE_WITH_ACTION_MS : VISIBLE_MS
  useEffect(() => {
    const timer = setTimeout(() => dismissNotification(id), visibleMs)
    return () => clearTimeout(timer)
  }, [id, visibleMs])

  return (
    <div className="notification">
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
