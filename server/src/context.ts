import type { EventEmitter } from 'node:events'
import type { Push } from '@marquee/contract/socket'
import type { Kysely } from 'kysely'
import type { IdentityProvider } from './accounts/identity-provider.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { Config } from './config.ts'
import type { Schema } from './database/schema.ts'
import type { RecordedSeatMap } from './inventory/seat-map.types.ts'
import type { SendMail } from './mail/mail.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import type { WriteBatcher } from './platform/write-batcher.ts'

export interface ContextEvents {
  claimsChanged: [showtimeId: string]
}

/** All a service may ask of the world. */
export interface Context {
  db: Kysely<Schema>
  /** For whoever only looks: never waits for a transaction of this process. */
  reader: Kysely<Schema>
  config: Config
  /** Epoch milliseconds of this process; what people race on goes by the database's clock instead. */
  now: () => number
  log: Log
  /** For the entrances, where every answer is made; a service counts nothing. */
  metrics: Metrics
  sendMail: SendMail
  passwords: Passwords
  /** Whoever vouches for people that continue with Google; null where nobody does. */
  identityProvider: IdentityProvider | null
  /** Says that the claims of a showtime have changed. Only ever after the commit. */
  publish: (showtimeId: string) => void
  /** A showtime's map as the people who watch it here were told last, or as it was read lately; undefined before the doors open. */
  lastBroadcastMap: (
    showtimeId: string,
  ) => RecordedSeatMap | undefined | Promise<RecordedSeatMap | undefined>
  /** Tells one holder, and nobody else, that a hold has run out. */
  tellExpired: (holder: string, push: Push<'holdExpired'>) => void
  events: EventEmitter<ContextEvents>
  /** Writes holds, releases and bookings. */
  batcher: WriteBatcher<Context>
}
