import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** A connection to oneself: what is asked over it goes out at once, and is answered in that order. */
export interface PipelinedConnection {
  db: Kysely<Schema>
  giveBack: () => void
  /** Nothing more goes out, and whoever comes next gets another one. */
  hangUp: () => void
}

/** How to take one, of databases to which the way is long enough to be worth it. */
export const linesOf = new WeakMap<Kysely<Schema>, () => Promise<PipelinedConnection>>()
