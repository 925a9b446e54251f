/** Limits per holder and showtime. */
export const MAX_SEATS = 10
export const MAX_SLOTS_PER_TYPE = 4
export const TOO_MANY_SEATS = `You can choose up to ${MAX_SEATS} seats for one show.`
export const TOO_MANY_SLOTS = `You can choose up to ${MAX_SLOTS_PER_TYPE} parking slots of each kind.`

/** Parking slots that one account may hold or have bought for one showtime. */
export const MAX_SLOTS_PER_ACCOUNT = 8

/** Limits on the places that visitors of one network address hold, unless they are signed in with a confirmed email. */
export const ADDRESS_LIMITS = {
  /** Allowed for one showtime, however few seats the screen has. */
  minPlaces: 20,
  /** The maximum for one showtime, in percent of its seats. */
  maxPercent: 35,
  /** The maximum for all showtimes together. */
  maxPlaces: 200,
  /** The work of a challenge doubles after every so many further places. */
  placesPerStep: 10,
}

/** The page offers more time when this many seconds are left. */
export const EXTEND_PROMPT_SECONDS = 60

export const holdExpiredText = (type: 'seat' | 'twoWheeler' | 'fourWheeler') =>
  `Your hold on a ${type === 'seat' ? 'seat' : 'parking slot'} has expired.`
