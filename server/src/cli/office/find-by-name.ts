import { normalizeName } from '@marquee/contract/text/normalize-name'
import { USAGE } from '#src/startup/exit-codes.ts'
import { CommandError } from './office-client.ts'

type PlaceNoun = 'seat' | 'parking slot'

/** Returns the place with this label. Throws a `CommandError` if there is none. */
export function findByLabel<Place extends { label: string }>(
  places: readonly Place[],
  label: string,
  kind: PlaceNoun,
) {
  const place = places.find((one) => one.label === label.toUpperCase())
  if (!place) throw new CommandError(USAGE, `There is no ${kind} ${label}.`)
  return place
}

/** Returns the places with these labels, each once. Throws a `CommandError` for an unknown label. */
export const findByLabels = <Place extends { label: string }>(
  places: readonly Place[],
  labels: readonly string[],
  kind: PlaceNoun,
) => [...new Set(labels.map((label) => findByLabel(places, label, kind)))]

/** Returns the id of a screen. Throws a `CommandError` for an unknown one. */
export function findScreen(screens: readonly { _id: string; name: string }[], name: string) {
  const screen = screens.find((one) => normalizeName(one.name) === normalizeName(name))
  if (screen) return screen._id
  const names = screens.map((one) => one.name).join(', ')
  throw new CommandError(USAGE, `There is no screen ${name}. There are: ${names}.`)
}
