/** Most places one holder may have at one showtime; every booking has at least one seat. */
export const MAX_SEATS = 10
export const MAX_SLOTS_PER_TYPE = 4

/** Seconds left at which the page offers more time. */
export const MORE_TIME_SECONDS = 60

export const holdExpiredText = (type: 'seat' | 'twoWheeler' | 'fourWheeler') =>
  `Your hold on a ${type === 'seat' ? 'seat' : 'parking slot'} has expired.`
