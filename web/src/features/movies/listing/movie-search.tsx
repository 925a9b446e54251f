import Search from 'lucide-react/icons/search'
import { useEffect, useRef } from 'react'

interface Props {
  text: string
  onChange: (text: string) => void
}

const TYPING = 'input, select, textarea, [contenteditable]'

/** The key / focuses the field, unless the visitor is typing. */
export function MovieSearch({ text, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.altKey || event.metaKey) return
      const isTyping = event.target instanceof Element && event.target.matches(TYPING)
      if (isTyping || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <label className="relative block grow md:w-80 md:grow-0">
      <span className="sr-only">Search movies by name</span>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 start-4 size-5 -translate-y-1/2 text-brass"
      />
      <input
        ref={field}
        id="search"
        aria-keyshortcuts="/"
        type="search"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        placeholder="Search for a movie..."
        autoComplete="off"
        maxLength={80}
        className="h-12 w-full rounded border border-brass/40 bg-velvet ps-12 pe-4 text-base placeholder:text-ash transition-colors hover:border-brass focus-visible:border-brass"
      />
    </label>
  )
}
