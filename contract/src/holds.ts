/** Limits per holder and showtime. */
export const MAX_SEATS = 10
export const MAX_SLOTS_PER_TYPE = 4

/** The page offers more time when this many seconds are left. */
export const EXTEND_PROMPT_SECONDS = 60

export const holdExpiredText = (type: 'seat' | 'twoWheeler' | 'fourWheeler') =>
  `Your hold on a ${type === 'seat' ? 'seat' : 'parking slot'} has expired.`
