import Search from 'lucide-react/icons/search'
import type { ComponentProps } from 'react'

const SEARCH_ID = 'search'

/** Moves the focus to the search box of the page. False if the page has none. */
export function focusSearch() {
  const box = document.getElementById(SEARCH_ID)
  box?.focus()
  if (box instanceof HTMLInputElement) box.select()
  return box !== null
}

interface Props extends ComponentProps<'input'> {
  label: string
}

/** The search box of a page. `/` moves the focus to it. */
export function SearchBox({ label, className = '', ...input }: Props) {
  return (
    <div className={`relative ${className}`}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-5 text-ash"
      />
      <input
        {...input}
        id={SEARCH_ID}
        type="search"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        className="input ps-10"
      />
    </div>
  )
}
