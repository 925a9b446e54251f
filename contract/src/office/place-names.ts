import type { StaffPlace } from './shows.ts'

/** What staff calls a parking slot: a seat can have the same label. */
export const slotName = (label: string) => `slot ${label}`

/** What staff calls a place, such as `F3` or `slot F3`. */
export const placeName = ({ kind, label }: Pick<StaffPlace, 'kind' | 'label'>) =>
  kind === 'seat' ? label : slotName(label)

interface Labelled {
  label: string
}

/** The names of all places of a booking, seats first. */
export const bookedPlaceNames = (booking: { seats: Labelled[]; slots: Labelled[] }) => [
  ...booking.seats.map(({ label }) => label),
  ...booking.slots.map(({ label }) => slotName(label)),
]
