import { useState } from 'react'

interface History<T> {
  past: T[]
  present: T
  future: T[]
  /** Names the last change. The next change of the same name is undone together with it. */
  step: string | undefined
}

const MAX_STEPS = 200

/** A value with undo and redo. */
export function useHistory<T>(initial: T) {
  const [history, setHistory] = useState<History<T>>({
    past: [],
    present: initial,
    future: [],
    step: undefined,
  })
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

function changed<T>(history: History<T>, next: T, step: string | undefined): History<T> {
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

function undone<T>(history: History<T>): History<T> {
  const { past, present, future } = history
  if (past.length === 0) return history
  const before = past.at(-1) as T
  return { past: past.slice(0, -1), present: before, future: [present, ...future], step: undefined }
}

function redone<T>(history: History<T>): History<T> {
  const { past, present, future } = history
  if (future.length === 0) return history
  const [next, ...later] = future as [T, ...T[]]
  return { past: [...past, present], present: next, future: later, step: undefined }
}
