import { useEffect, useEffectEvent } from 'react'

const EDITABLE = 'input, textarea, select, [contenteditable]'

/** Runs undo for Ctrl+Z and redo for Ctrl+Shift+Z or Ctrl+Y, on a Mac with ⌘, unless text is being entered or a dialog is open. */
export function useUndoKeys(undo: (() => void) | undefined, redo: (() => void) | undefined) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    if (event.target instanceof Element && event.target.matches(EDITABLE)) return
    if (document.querySelector('[role=dialog]')) return
    const key = event.key.toLowerCase()
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
    if (!isRedo && key !== 'z') return
    event.preventDefault()
    if (isRedo) redo?.()
    else undo?.()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
