import { useEffect, useSyncExternalStore } from 'react'
import { currentNotes, dismissNote, listenToNotes, type Note } from '#ui/notify.ts'

const SHOWN_MS = 6000

/**
 * Where the short notes of `notify` appear: on small screens over the header, where there is nothing to press for the
 * moment, else at the foot. Rendered once, for the whole page.
 */
export function Toaster() {
  const notes = useSyncExternalStore(listenToNotes, currentNotes)

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 top-3 z-50 grid justify-items-center gap-2 lg:inset-x-4 lg:top-auto lg:bottom-6"
    >
      {notes.map((note) => (
        <Toast key={note.id} {...note} />
      ))}
    </div>
  )
}

function Toast({ id, text }: Note) {
  useEffect(() => {
    const timer = setTimeout(() => dismissNote(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])

  return (
    <p className="dialog-panel rounded border border-brass/50 bg-velvet px-5 py-3 shadow-raised">
      {text}
    </p>
  )
}
