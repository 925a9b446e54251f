import type { Rate } from '../platform/token-buckets.ts'

/** Limits of an address, a connection, an account or a booking. They are part of the configuration so that tests need few calls to reach one. */
export const LIMITS = {
  /** Requests a minute. Forty visitors behind one address may load the site at once; each loads about thirty files. */
  requestsPerAddress: 6000,
  /** API calls a minute. Many visitors may share one address, for example the cinema's Wi-Fi. */
  callsPerAddress: 3000,
  /** Wrong passwords for one account a minute. */
  wrongPasswordsPerAddress: 10,
  wrongPasswordsPerDevice: 10,
  /** Against guesses from many addresses. */
  wrongPasswordsPerAccount: 100,
  /** Bookings of an account in a day. */
  bookingsPerAccount: 200,
  /** Changes of a booking by its visitor in a day: seats, parking and vehicle numbers. Places can always be cancelled. */
  changesPerBooking: 30,
  /** Socket events. Normal use stays below this: releasing a full selection takes at most 18 events. */
  eventsPerConnection: { burst: 30, perSecond: 15 },
  /** After a restart, all browsers behind an address join their showtimes at once. */
  eventsPerAddress: { burst: 3000, perSecond: 300 },
  /** Best seats: choosing them takes up to 2 ms. */
  choicesPerConnection: { burst: 10, perSecond: 1 },
  choicesPerAddress: { burst: 300, perSecond: 30 },
  /** Whole maps, which are sent to clients that ask for no acknowledgement. */
  mapsPerConnection: { burst: 3, perSecond: 1 },
  mapsPerAddress: { burst: 40, perSecond: 20 },
  handshakesPerAddress: { burst: 2000, perSecond: 50 },
  /** A browser that polls sends each event by a request of its own, and fetches each push by another. */
  pollingRequestsPerAddress: { burst: 6000, perSecond: 600 },
  /** Packets of any kind. A browser sends its events, a few at the start and one answer to a ping every 25 seconds. */
  packetsPerConnection: { burst: 300, perSecond: 50 },
  packetsPerAddress: { burst: 10_000, perSecond: 1000 },
} satisfies Record<string, number | Rate>
