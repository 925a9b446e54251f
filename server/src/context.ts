import type { EventEmitter } from 'node:events'
import type { Kysely } from 'kysely'
import type { IdentityProvider } from './accounts/google/identity-provider.ts'
import type { createPasswords } from './accounts/sign-in/passwords.ts'
import type { ScreenLayouts } from './catalogue/screen-layouts.ts'
import type { Config } from './config/config.ts'
import type { ContextEvents } from './context-events.ts'
import type { Schema } from './database/schema.ts'
import type { createPlacesElsewhere } from './inventory/requests/places-elsewhere.ts'
import type { createReleasedPlaces } from './inventory/requests/released-places.ts'
import type { SelectionCounter } from './inventory/selections/selection-counts.ts'
import type { createShowtimes } from './inventory/showtimes.ts'
import type { createPlaceCounts } from './inventory/views/place-counts.ts'
import type { createSeatCounts } from './inventory/views/seat-counts.ts'
import type { createLoadShedder } from './limits/load-shedding/load-shedder.ts'
import type { watchUntrustedProxies } from './limits/untrusted-proxy.ts'
import type { DeliverMail } from './messages/mail/mail.ts'
import type { createFairQueue } from './platform/concurrency/fair-queue.ts'
import type { Log } from './platform/log.ts'
import type { createMetrics } from './platform/metrics.ts'
import type { LoadedPassKeys } from './tickets/pass-keys.ts'
import type { Queues } from './waiting-room/queues.ts'

/** Everything a service needs. `create-context.ts` creates it; nothing in it is replaced afterwards. */
export interface Context {
  db: Kysely<Schema>
  /** The same database over other connections, for reads outside of transactions: never waits for a transaction of this process. */
  reader: Kysely<Schema>
  config: Config
  /** Signs cookies. Folders derive their own keys from it. */
  secret: string
  /** Epoch milliseconds of this process. Races between visitors are decided by the database clock instead. */
  now: () => number
  /** Milliseconds of a clock that is never set, for durations: `now` steps when the machine's clock is set. */
  monotonicNow: () => number
  log: Log
  /** Counted where responses and acknowledgements are sent, never in a service. */
  metrics: ReturnType<typeof createMetrics>
  /** Delivers one mail of the outbox. Services write to the outbox instead. */
  deliverMail: DeliverMail
  passwords: ReturnType<typeof createPasswords>
  /** Refuses requests of the site while this node is overloaded. */
  loadShedder: ReturnType<typeof createLoadShedder>
  untrustedProxies: ReturnType<typeof watchUntrustedProxies>
  /** Signs the passes of bookings. */
  passKeys: LoadedPassKeys
  /** Runs the jobs of this node one task at a time: refunds of cancelled shows, offers, alerts, takings of a day, deletions. A task is one short transaction. */
  backgroundQueue: ReturnType<typeof createFairQueue>
  /** Null if sign-in with Google is not configured. */
  identityProvider: IdentityProvider | null
  events: EventEmitter<ContextEvents>
  /** The places of a screen, cached. */
  loadPlaces: ScreenLayouts
  /** The total and free seats of showtimes, cached. */
  loadSeatCounts: ReturnType<typeof createSeatCounts>
  /** The sold, held and house seats and slots of showtimes, cached. */
  loadPlaceCounts: ReturnType<typeof createPlaceCounts>
  /** The states of showtimes, and the writer of all that changes them. */
  showtimes: ReturnType<typeof createShowtimes>
  /** What became of the selections of visitors, until it is stored. */
  selectionCounts: SelectionCounter
  placesElsewhere: ReturnType<typeof createPlacesElsewhere>
  /** The waiting rooms of showtimes that more people want than their hall can take. */
  queues: Queues
  releasedPlaces: ReturnType<typeof createReleasedPlaces>
}
