/** What the Toaster shows just now, the oldest first. */
export interface Note {
  id: number
  text: string
}

let notes: Note[] = []
let made = 0
const listeners = new Set<() => void>()

function become(next: Note[]) {
  notes = next
  for (const heard of listeners) heard()
}

/** A short note at the foot of the page. It is also read aloud, and goes by itself. */
export function notify(text: string) {
  made += 1
  become([...notes, { id: made, text }])
}

export const dismissNote = (id: number) => become(notes.filter((note) => note.id !== id))

export const currentNotes = () => notes

export const listenToNotes = (heard: () => void) => {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}
