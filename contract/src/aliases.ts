/**
 * Other servers of this interface name some fields differently (specification, section 3). Everything a browser
 * receives passes here once, so that the rest of the code knows one name for one thing.
 */
type Raw = Readonly<Record<string, unknown>>

const named = (raw: Raw, field: string, ...aliases: string[]): Raw => {
  if (raw[field] !== undefined) return raw
  const alias = aliases.find((name) => raw[name] !== undefined)
  return alias === undefined ? raw : { ...raw, [field]: raw[alias] }
}

export const movieFrom = <Movie>(raw: Movie): Movie =>
  named({ showtimes: [], cast: [], ...raw }, 'name', 'title') as Movie

export const seatFrom = <Seat>(raw: Seat): Seat => named(raw as Raw, 'seatNumber', 'number') as Seat

export const slotFrom = <Slot>(raw: Slot): Slot => named(raw as Raw, 'slotNumber', 'number') as Slot
