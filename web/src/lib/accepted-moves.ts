/**
 * The moves of shows that the visitor has accepted, on this device. A visitor who does nothing keeps the booking too, so the server does not store it.
 * Storage can be disabled, full or edited by the visitor: then the question is asked again.
 */
const KEY = 'accepted-moves'
const MAX_ACCEPTED = 50

/** A booking at one start of its show: a second move asks again. */
const nameOf = (reference: string, startTime: string) => `${reference} ${startTime}`

function readAccepted(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

export const isMoveAccepted = (reference: string, startTime: string) =>
  readAccepted().includes(nameOf(reference, startTime))

export function acceptMove(reference: string, startTime: string) {
  try {
    const accepted = [...readAccepted(), nameOf(reference, startTime)].slice(-MAX_ACCEPTED)
    localStorage.setItem(KEY, JSON.stringify(accepted))
  } catch {
    // Private windows and full disks throw.
  }
}

export function removeAcceptedMoves() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Private windows throw.
  }
}
