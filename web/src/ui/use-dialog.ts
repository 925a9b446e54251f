import { createContext, type ReactNode, use } from 'react'
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

export const DialogContext = createContext<Ask>(() => {
  throw new Error('There is no DialogHost above this component')
})

/**
 * `const ask = useDialog()`, then `await ask({ title, text, actions })`: every message and question
 * of the product is asked this way. Several at once wait for one another.
 */
export const useDialog = () => use(DialogContext)
