import { Button } from '@marquee/ui-kit/ui/button.tsx'
import Redo from 'lucide-react/icons/redo-2'
import Undo from 'lucide-react/icons/undo-2'
import { useEffect, useEffectEvent } from 'react'

interface Steps {
  /** Undefined: there is nothing to undo. */
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}

/** Undoes and redoes with buttons and keys. */
export function UndoButtons({ undo, redo }: Steps) {
  useUndoKeys({ undo, redo })
  return (
    <div className="flex gap-1">
      <Button variant="quiet" disabled={!undo} onClick={undo} title="Undo (Ctrl+Z)">
        <Undo aria-hidden="true" className="size-5" />
        <span>Undo</span>
      </Button>
      <Button variant="quiet" disabled={!redo} onClick={redo} title="Redo (Ctrl+Shift+Z)">
        <Redo aria-hidden="true" className="size-5" />
        <span>Redo</span>
      </Button>
    </div>
  )
}

const TEXT_FIELD = 'input:not([type=radio]):not([type=checkbox]), textarea, [contenteditable]'

/**
 * Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo, on a Mac with ⌘. Not while a dialog is open. A field with text that has the focus has its own
 * undo.
 */
function useUndoKeys({ undo, redo }: Steps) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.matches(TEXT_FIELD)) return
    if (document.querySelector('[role=dialog]')) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) redo?.()
    else undo?.()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
