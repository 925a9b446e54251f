import { overLimit } from '#src/errors.ts'
import type { HoldMoment, Place, ShowtimeState } from '../state.ts'
import { isHeldBy } from './places.ts'
import type { Requester } from './requester.ts'

/** Places that one visitor may hold at all showtimes: two full selections, and more than a family does. */
export const MAX_HELD_BY_DEVICE = 40

/**
 * Returns LIMIT if the visitor would hold too many places at all showtimes together. `places`: all that the visitor would have chosen at this one.
 * Belongs to the limits that `RATE_LIMITS` switches off.
 */
export function findDeviceRefusal(
  state: ShowtimeState,
  { holder, elsewhere }: Pick<Requester, 'holder' | 'elsewhere'>,
  { places, moment }: { places: readonly Place[]; moment: HoldMoment },
) {
  const isMore = places.some(({ id }) => !isHeldBy(state, holder, id))
  if (moment.showAllowancePercent === undefined || !isMore) return
  return elsewhere.ofDevice + places.length > MAX_HELD_BY_DEVICE
    ? overLimit(`You can hold up to ${MAX_HELD_BY_DEVICE} places at a time.`)
    : undefined
}
