/** What the Toaster shows just now, the oldest first. */
export interface Note {
  id: number
  /** One note of a kind at a time: a new one takes the old one's place. */
  kind: string
  text: string
}

let notes: Note[] = []
let made = 0
const listeners = new Set<() => void>()

function become(next: Note[]) {
  notes = next
  for (const heard of listeners) heard()
}

/** A short note at the edge of the page. It is also read aloud, and goes by itself. */
export function notify(text: string, kind = text) {
  made += 1
  become([...notes.filter((note) => note.kind !== kind), { id: made, kind, text }])
}

export const dismissNote = (id: number) => become(notes.filter((note) => note.id !== id))

export const currentNotes = () => notes

export const listenToNotes = (heard: () => void) => {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}
