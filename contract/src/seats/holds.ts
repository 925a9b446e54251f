/** Limits per holder and showtime. */
export const MAX_SEATS = 10
/** The numbers of seats that a visitor can ask for. */
export const PARTY_SIZES = Array.from({ length: MAX_SEATS }, (_, index) => index + 1)
export const MAX_SLOTS_PER_TYPE = 4
export const TOO_MANY_SEATS = `You can choose up to ${MAX_SEATS} seats for one show.`
/** Of a booking: two-wheelers and four-wheelers. */
export const MAX_SLOTS = 2 * MAX_SLOTS_PER_TYPE
export const TOO_MANY_SLOTS = `You can choose up to ${MAX_SLOTS_PER_TYPE} parking slots of each kind.`

/** Wheelchair and companion places of one show, while they are protected. */
export const MAX_WHEELCHAIRS = 2
export const MAX_COMPANIONS = 2
export const hasTooManyAccessible = (wheelchairs: number, companions: number) =>
  wheelchairs > MAX_WHEELCHAIRS || companions > MAX_COMPANIONS

/** The page offers more time when this many seconds are left. */
export const EXTEND_PROMPT_SECONDS = 60

export const holdExpiredText = (type: 'seat' | 'twoWheeler' | 'fourWheeler') =>
  `Your hold on a ${type === 'seat' ? 'seat' : 'parking slot'} has expired.`
