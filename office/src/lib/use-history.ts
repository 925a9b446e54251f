import { useState } from 'react'
import { changed, redone, startHistory, undone } from './history.ts'

/** A value with undo and redo. */
export function useHistory<T>(initial: T) {
  const [history, setHistory] = useState(() => startHistory(initial))
  const { past, present, future } = history
  return {
    value: present,
    /** Does nothing if the update returns the same value. Changes with the same `step` in a row are one. */
    change: (update: (value: T) => T, step?: string) =>
      setHistory((before) => changed(before, update(before.present), step)),
    undo: past.length > 0 ? () => setHistory(undone) : undefined,
    redo: future.length > 0 ? () => setHistory(redone) : undefined,
  }
}
