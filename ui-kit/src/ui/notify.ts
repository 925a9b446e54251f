import { create } from 'zustand'

interface NotificationOptions {
  /** The notification replaces a visible one of the same kind. Without a kind, one of the same text. */
  kind?: string
  /** A button such as Undo. */
  action?: { name: string; run: () => void }
}

export interface Notification extends NotificationOptions {
  id: number
  kind: string
  text: string
}

/** The notifications that are visible now, the oldest first. */
export const useNotifications = create(() => ({ lastId: 0, visible: [] as Notification[] }))

/** Shows a short text for some seconds and reads it aloud. */
export const notify = (text: string, { kind = text, ...options }: NotificationOptions = {}) =>
  useNotifications.setState(({ lastId, visible }) => ({
    lastId: lastId + 1,
    visible: [
      ...visible.filter((other) => other.kind !== kind),
      { ...options, id: lastId + 1, kind, text },
    ],
  }))

export const dismissNotification = (id: number) =>
  useNotifications.setState(({ visible }) => ({
    visible: visible.filter((notification) => notification.id !== id),
  }))
