import { create } from 'zustand'

const useAnnouncement = create(() => ({ text: '' }))

/**
 * Makes screen readers read a text, also when it is the same text as before: a live region is only read
 * when its content changes, so an invisible space is added then.
 */
export const announce = (text: string) =>
  useAnnouncement.setState((current) => ({ text: text === current.text ? `${text}\u00a0` : text }))

/** Rendered once, in the layout. */
export function LiveRegion() {
  const { text } = useAnnouncement()
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only">
      {text}
    </div>
  )
}
