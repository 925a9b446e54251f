/** Field names differ between servers of this API (specification §3). These functions normalize received objects. */
type Raw = Readonly<Record<string, unknown>>

const withField = (raw: Raw, field: string, ...aliases: string[]): Raw => {
  if (raw[field] !== undefined) return raw
  const alias = aliases.find((name) => raw[name] !== undefined)
  return alias === undefined ? raw : { ...raw, [field]: raw[alias] }
}

export const normalizeMovie = <Movie>(raw: Movie): Movie =>
  withField({ showtimes: [], cast: [], ...raw }, 'name', 'title') as Movie

export const normalizeSeat = <Seat>(raw: Seat): Seat =>
  withField(raw as Raw, 'seatNumber', 'number') as Seat

export const normalizeSlot = <Slot>(raw: Slot): Slot =>
  withField(raw as Raw, 'slotNumber', 'number') as Slot
