/** While accessible places are protected. */
export const MAX_WHEELCHAIRS = 2
export const MAX_COMPANIONS = 2

export const TOO_MANY_ACCESSIBLE = `You can choose up to ${MAX_WHEELCHAIRS} wheelchair and ${MAX_COMPANIONS} companion places for one show.`

/** Parking slots that one account may hold or have bought for one showtime. */
export const MAX_SLOTS_PER_ACCOUNT = 8

/** Places that one account, or all accounts of one mailbox, may have at all shows to come. */
export const ACCOUNT_TOTALS = {
  held: 60,
  /** Held or bought. */
  all: 200,
}

/** A show is under pressure when so much of it was held or sold in so short a time. */
export const PRESSURE = { percentOfSeats: 50, minPlaces: 40, periodMs: 600_000 }

/**
 * Limits on the places that visitors of one network address hold or have bought for shows to come, unless they are signed in with a confirmed
 * email. Those who are solve challenges above the maximum for one showtime.
 */
export const ADDRESS_LIMITS = {
  /** Free of work for one showtime, however few seats the screen has. */
  minFreePlaces: 40,
  /** The maximum for one showtime, in percent of its seats. */
  maxPercent: 35,
  /** The maximum for one showtime is never lower than this. */
  minMaxPlaces: 60,
  /** The maximum for all showtimes together. */
  maxPlaces: 200,
  /** The work of a challenge doubles after every so many further places. */
  placesPerStep: 10,
}
