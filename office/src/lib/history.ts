import { useState } from 'react'

/** A value with those before and after it, for undo and redo. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** Names the last change. The next change of the same name is undone together with it. */
  step?: string | undefined
}

const MAX_STEPS = 200

const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] })

/** The same history if the value is the same. */
export function changed<T>(history: History<T>, next: T, step?: string): History<T> {
  const { past, present } = history
  if (next === present) return history
  const isSameStep = step !== undefined && step === history.step
  return {
    past: isSameStep ? past : [...past, present].slice(-MAX_STEPS),
    present: next,
    future: [],
    step,
  }
}

/** The same history if there is nothing to undo. */
export function undone<T>(history: History<T>): History<T> {
  const { past, present, future } = history
  if (past.length === 0) return history
  return { past: past.slice(0, -1), present: past.at(-1) as T, future: [present, ...future] }
}

/** The same history if there is nothing to redo. */
export function redone<T>(history: History<T>): History<T> {
  const { past, present, future } = history
  if (future.length === 0) return history
  const [next, ...later] = future as readonly [T, ...T[]]
  return { past: [...past, present], present: next, future: later }
}

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
