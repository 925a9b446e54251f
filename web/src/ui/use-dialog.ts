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
  /** The most wanted one first; a lone OK when left out. */
  actions?: DialogAction<Answer>[]
  /** Milliseconds after which it closes by itself. */
  closesAfter?: number
  /** Takes the question back, shown or still waiting, when it has lost its point. */
  signal?: AbortSignal
}

/**
 * Resolves with the action chosen, or with nothing when it was dismissed or taken back. It goes with its page: one
 * that is left behind by going elsewhere is never answered.
 */
export type Ask = <Answer extends string = 'ok'>(
  question: Question<Answer>,
) => Promise<Answer | undefined>

export interface Dialogs {
  ask: Ask
  /** Fetches what a dialog is made of as soon as the page has nothing better to do. Returns how not to. */
  prepare: () => () => void
}

export const DialogContext = createContext<Dialogs | undefined>(undefined)

/**
 * `const ask = useDialog()`, then `await ask({ title, text, actions })`: every message and question
 * of the product is asked this way. Several at once wait for one another.
 */
export function useDialog() {
  const dialogs = use(DialogContext)
  if (!dialogs) throw new Error('There is no DialogHost above this component')
  const { ask, prepare } = dialogs
  // The message may be that the network is gone: then it is too late to fetch how it looks.
  useEffect(prepare, [prepare])
  return ask
}
