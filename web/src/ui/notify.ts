import { create } from 'zustand'

export interface Notification {
  id: number
  kind: string
  text: string
}

/** The notifications that are visible now, the oldest first. */
export const useNotifications = create(() => ({ lastId: 0, visible: [] as Notification[] }))

/** Shows a short message for some seconds and reads it aloud. It replaces a visible message of the same kind. */
export const notify = (text: string, kind = text) =>
  useNotifications.setState(({ lastId, visible }) => ({
    lastId: lastId + 1,
    visible: [...visible.filter((other) => other.kind !== kind), { id: lastId + 1, kind, text }],
  }))

export const dismissNotification = (id: number) =>
  useNotifications.setState(({ visible }) => ({
    visible: visible.filter((notification) => notification.id !== id),
  }))
