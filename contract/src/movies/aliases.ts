/**
 * Field names differ between servers of this API (specification §3), and a server may send the fields of the specification only. These functions
 * normalize received objects.
 */
type Raw = Readonly<Record<string, unknown>>

const withField = (raw: Raw, field: string, ...aliases: string[]): Raw => {
  if (raw[field] !== undefined) return raw
  const alias = aliases.find((name) => raw[name] !== undefined)
  return alias === undefined ? raw : { ...raw, [field]: raw[alias] }
}

const MOVIE_DEFAULTS = { name: '', genre: '', summary: '', ratings: 0, votes: 0, duration: 0 }

export function normalizeMovie<Movie>(movie: Movie): Movie {
  const raw = withField(movie as Raw, 'name', 'title')
  const known = Object.entries(raw).filter(([, value]) => value !== undefined && value !== null)
  return {
    ...MOVIE_DEFAULTS,
    ...Object.fromEntries(known),
    cast: toNames(raw.cast),
    showtimes: Array.isArray(raw.showtimes) ? raw.showtimes.filter(Boolean) : [],
  } as Movie
}

/** A list of names, also from a text with commas. */
function toNames(cast: unknown): unknown[] {
  if (Array.isArray(cast)) return cast
  return typeof cast === 'string' && cast ? cast.split(',').map((name) => name.trim()) : []
}

export const normalizeSeat = <Seat>(raw: Seat): Seat =>
  withField(raw as Raw, 'seatNumber', 'number') as Seat

export const normalizeSlot = <Slot>(raw: Slot): Slot =>
  withField(raw as Raw, 'slotNumber', 'number') as Slot
