import { createContext, type ReactNode, use, useEffect } from 'react'
import type { ButtonVariant } from '#ui/button-style.ts'

export interface DialogAction<Answer extends string> {
  label: string
  answer: Answer
  variant?: ButtonVariant
}

export interface Question<Answer extends string> {
  title: string
  text?: ReactNode
  /** The primary action first. Default: a single OK. */
  actions?: DialogAction<Answer>[]
  /** Closes the dialog after this many milliseconds. */
  closesAfter?: number
  /** Closes the dialog, or removes it from the queue. */
  signal?: AbortSignal
}

/**
 * Resolves with the answer of the selected action, or with undefined when the dialog is dismissed or aborted.
 * Never resolves when the page is left first.
 */
export type Ask = <Answer extends string = 'ok'>(
  question: Question<Answer>,
) => Promise<Answer | undefined>

export interface Dialogs {
  ask: Ask
  /** Loads the code of the dialog when the browser is idle. Returns a function that cancels this. */
  preload: () => () => void
}

export const DialogContext = createContext<Dialogs | undefined>(undefined)

/**
 * Returns `ask`, which opens a modal dialog: `await ask({ title, text, actions })`.
 * Several dialogs open one after the other.
 */
export function useDialog() {
  const dialogs = use(DialogContext)
  if (!dialogs) throw new Error('There is no DialogHost above this component')
  const { ask, preload } = dialogs
  // The first dialog may report a lost connection. Its code cannot be loaded then.
  useEffect(preload, [preload])
  return ask
}
