import type { EventEmitter } from 'node:events'
import type { Kysely } from 'kysely'
import type { IdentityProvider } from './accounts/identity-provider.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { ScreenLayouts } from './catalogue/screen-layouts.ts'
import type { Config } from './config.ts'
import type { Schema } from './database/schema.ts'
import type { SeatMapCache } from './inventory/seat-map-cache.ts'
import type { SendMail } from './mail/mail.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import type { WriteBatcher } from './platform/write-batcher.ts'

export interface ContextEvents {
  /** A service of this node has changed claims. Emitted after the commit, never inside a transaction. */
  claimsChanged: [showtimeId: string]
  /** Another node has changed claims. */
  remoteClaimsChanged: [showtimeId: string]
}

/** Everything a service needs. `main.ts` creates it; nothing in it is replaced afterwards. */
export interface Context {
  db: Kysely<Schema>
  /** For reads outside of transactions: never waits for a transaction of this process. */
  reader: Kysely<Schema>
  config: Config
  /** Epoch milliseconds of this process. Races between visitors are decided by the database clock instead. */
  now: () => number
  log: Log
  /** Counted where answers are sent, never in a service. */
  metrics: Metrics
  sendMail: SendMail
  passwords: Passwords
  /** Null if sign-in with Google is not configured. */
  identityProvider: IdentityProvider | null
  events: EventEmitter<ContextEvents>
  /** The places of a screen, cached. */
  loadPlaces: ScreenLayouts
  seatMaps: SeatMapCache
  /** Writes holds, releases and bookings. */
  batcher: WriteBatcher<Context>
}
