import type { ButtonVariant } from '@marquee/ui-kit/ui/button-style.ts'
import { createContext, type ReactNode, use, useEffect } from 'react'

export interface DialogAction<Value extends string> {
  label: string
  value: Value
  variant?: ButtonVariant
}

export interface DialogOptions<Value extends string> {
  title: string
  text?: ReactNode
  /** Content below the text. */
  content?: ReactNode
  /** The primary action first. Default: a single OK. */
  actions?: DialogAction<Value>[]
  /** Closes the dialog after this many milliseconds. */
  closesAfterMs?: number
  /** Closes the dialog, or removes it from the queue. */
  signal?: AbortSignal
}

/**
 * Resolves with the value of the selected action, or with undefined when the dialog is dismissed or aborted.
 * Stays pending if the page changes first.
 */
export type OpenDialog = <Value extends string = 'ok'>(
  options: DialogOptions<Value>,
) => Promise<Value | undefined>

interface Dialogs {
  openDialog: OpenDialog
  /** Loads the code of the dialog when the browser is idle. Returns a function that cancels this. */
  preload: () => () => void
}

export const DialogContext = createContext<Dialogs | undefined>(undefined)

/**
 * Returns `openDialog`, which opens a modal dialog: `await openDialog({ title, text, actions })`.
 * Several dialogs open one after the other.
 */
export function useDialog() {
  const dialogs = use(DialogContext)
  if (!dialogs) throw new Error('There is no DialogHost above this component')
  const { openDialog, preload } = dialogs
  // The first dialog may report a lost connection. Its code cannot be loaded then.
  useEffect(preload, [preload])
  return openDialog
}
