import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'

/** For a typed reference, and for hand scanners, which type like a keyboard and end with Enter. */
export function CodeField({ onCode }: { onCode: (code: string) => void }) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)

  // What is typed anywhere on the page goes into the field.
  useEffect(() => {
    const focusField = (event: KeyboardEvent) => {
      const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      const isInForm = event.target instanceof Element && event.target.matches('input, select')
      if (!isTyped || event.key === ' ' || isInForm) return
      input.current?.focus()
      // Not a shortcut: a scanner types letters.
      event.stopPropagation()
    }
    window.addEventListener('keydown', focusField, { capture: true })
    return () => window.removeEventListener('keydown', focusField, { capture: true })
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onCode(text)
    setText('')
  }
  return (
    <form onSubmit={submit} className="flex gap-2">
      <input
        ref={input}
        value={text}
        aria-label="Reference or scanned code"
        placeholder="MQ-… or scan"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="input min-h-14 text-lg"
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" className="min-h-14 px-6">
        Check
      </Button>
    </form>
  )
}
