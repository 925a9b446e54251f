import type { Config } from '../config/config.ts'
import type { ContextEvents } from '../context-events.ts'
import type { Db } from '../database/schema.ts'
import type { AggregateTypes } from '../platform/aggregate-writer.ts'
import type { Changes, ShowtimeState } from './state.ts'

/** The name of an event, and what is told with it. */
export type ShowtimeEvent = {
  [Name in keyof ContextEvents]: [Name, ...ContextEvents[Name]]
}[keyof ContextEvents]

export interface ShowtimeTypes extends AggregateTypes {
  state: ShowtimeState
  changes: Changes
  settings: Config
  event: ShowtimeEvent
  tx: Db
}
