import { useEffect, useEffectEvent } from 'react'
import { usCharacterOf } from './us-keyboard.ts'

const EDITABLE = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]'

/** The key in lower case. With a keyboard layout of other letters, the letter on a US keyboard. */
export const keyName = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>) =>
  (/^[^\x20-\x7e]$/u.test(key) ? (usCharacterOf(code) ?? key) : key).toLowerCase()

/**
 * Runs an action for a key without modifiers, unless text is being entered or a dialog is open. Keys are as in `event.key`, in
 * lower case. What listens on the `window`, which events reach last, leaves the keys of all others to them.
 */
export function useShortcuts(
  actions: Record<string, () => void>,
  isEnabled = true,
  target: Document | Window = document,
) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isEnabled || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.matches(EDITABLE)) return
    if (document.querySelector('[role=dialog]')) return
    const action = actions[keyName(event)]
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: Event) => handleKey(event as KeyboardEvent)
    target.addEventListener('keydown', listener)
    return () => target.removeEventListener('keydown', listener)
  }, [target])
}
