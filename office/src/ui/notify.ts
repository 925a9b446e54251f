import { create } from 'zustand'

interface NotificationAction {
  name: string
  run: () => void
}
export interface Notification {
  id: number
  text: string
  action?: NotificationAction | undefined
}

/** The notifications that are visible now, the oldest first. */
export const useNotifications = create(() => ({ lastId: 0, visible: [] as Notification[] }))

/** Shows a short message for some seconds and reads it aloud, with an action such as Undo. */
export const notify = (text: string, action?: NotificationAction) =>
  useNotifications.setState(({ lastId, visible }) => ({
    lastId: lastId + 1,
    visible: [...visible.filter((other) => other.text !== text), { id: lastId + 1, text, action }],
  }))

export const dismissNotification = (id: number) =>
  useNotifications.setState(({ visible }) => ({
    visible: visible.filter((notification) => notification.id !== id),
  }))
