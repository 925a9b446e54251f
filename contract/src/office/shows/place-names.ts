import { ACCESS_NAMES } from '#src/seats/access-texts.ts'
import type { StaffPlace } from './shows.ts'

/** What staff calls a parking slot: a seat can have the same label. */
export const slotName = (label: string) => `slot ${label}`

/** What staff calls a place, such as `F3` or `slot F3`. */
export const placeName = ({ kind, label }: Pick<StaffPlace, 'kind' | 'label'>) =>
  kind === 'seat' ? label : slotName(label)

/** What staff reads before it sells accessible places, such as `A1 is a wheelchair place`. Empty if there are none. */
export const accessText = (places: readonly Pick<StaffPlace, 'label' | 'accessible'>[]) =>
  places
    .flatMap(({ label, accessible }) =>
      accessible ? `${label} is a ${ACCESS_NAMES[accessible]}` : [],
    )
    .join(', ')

/** What staff reads when others were faster: `A1 has just been taken.` */
export const takenText = (places: readonly Pick<StaffPlace, 'kind' | 'label'>[]) =>
  `${places.map(placeName).join(', ')} ${places.length === 1 ? 'has' : 'have'} just been taken.`

interface Labelled {
  label: string
}

/** The names of all places of a booking, seats first. */
export const bookedPlaceNames = (booking: { seats: Labelled[]; slots: Labelled[] }) => [
  ...booking.seats.map(({ label }) => label),
  ...booking.slots.map(({ label }) => slotName(label)),
]
