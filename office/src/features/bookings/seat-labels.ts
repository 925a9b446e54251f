import type { StaffPlace } from '@marquee/contract/office/shows/shows'

interface FoundSeats {
  /** Ids of free seats. */
  ids: string[]
  /** What is wrong with the text. */
  error: string | undefined
}

/** Finds free seats by labels as staff types them: `h7, h8`. */
export function findFreeSeats(text: string, places: readonly StaffPlace[]): FoundSeats {
  const labels = [...new Set(text.toUpperCase().split(/[\s,]+/))].filter(Boolean)
  const seats = labels.map((label) => ({
    label,
    seat: places.find((place) => place.kind === 'seat' && place.label === label),
  }))
  const unknown = seats.filter(({ seat }) => !seat).map(({ label }) => label)
  if (unknown.length > 0) return { ids: [], error: `There is no seat ${unknown.join(', ')}.` }
  const taken = seats.filter(({ seat }) => seat?.status !== 'AVAILABLE').map(({ label }) => label)
  if (taken.length > 0) return { ids: [], error: `Not free: ${taken.join(', ')}.` }
  return { ids: seats.flatMap(({ seat }) => seat?._id ?? []), error: undefined }
}
