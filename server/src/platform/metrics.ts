import { setTimeout as delay } from 'node:timers/promises'
import { createBooking } from '@marquee/contract/bookings/bookings'
import type { Ack, ClientEvent } from '@marquee/contract/socket'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import packageJson from '../../package.json' with { type: 'json' }
import type { PoolUsage } from '../database/connection/connect.ts'

const { version } = packageJson
/** A scrape does not wait longer for a value. */
const READ_TIMEOUT_MS = 4000

/** Histogram buckets, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const BOOKING = `${createBooking.method} ${createBooking.path}`
const HOLD_EVENTS = new Set<string>([
  'holdSeat',
  'holdBest',
  'holdBlock',
  'holdParkingSlot',
  'beginCheckout',
] satisfies ClientEvent[])
const OK = 'ok'

interface RecordedResponse {
  /** Method and path pattern of the contract, never the requested path. */
  route: string
  status: number
  /** The code of an `AppError`; null for any other response. */
  refusal: string | null
  seconds: number
}

/** Creates the metrics that `/metrics` shows (docs/operations.md). */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name: `marquee_${name}_total`, help, labelNames, registers })
  const seconds = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Histogram({ name: `marquee_${name}_seconds`, help, labelNames, buckets, registers })

  const holds = counter('holds', 'Hold requests, by outcome', ['outcome'])
  const bookings = counter('bookings', 'Booking requests, by outcome', ['outcome'])
  const refusals = counter('refusals', 'Refused calls and events, by code', ['by', 'code'])
  const shed = counter('shed', 'Requests that this node refused because it was overloaded', [
    'priority',
  ])
  const pushes = counter(
    'pushes',
    'Comparisons of a room with its seat map, each followed by the broadcast of its changes, by outcome',
    ['outcome'],
  )
  const mails = counter('mails', 'Attempts to send a mail, by outcome', ['outcome'])
  const lastExpiry = new Gauge({
    name: 'marquee_last_expiry_timestamp_seconds',
    help: 'When this node last deleted the expired holds',
    registers,
  })
  let lastExpiryAt: number | null = null
  const calls = seconds('call', 'From a call to its response', ['route', 'status'])
  const events = seconds('event', 'From a socket event to its acknowledgement', ['event'])
  const pushSeconds = seconds('push', 'From a new state of a showtime to its broadcast', [])

  return {
    recordResponse({ route, status, refusal, seconds }: RecordedResponse) {
      calls.observe({ route, status }, seconds)
      if (refusal !== null) refusals.inc({ by: 'call', code: refusal })
      if (route === BOOKING) bookings.inc({ outcome: refusal ?? OK })
    },

    recordAcknowledgement(event: string, ack: Ack, seconds: number) {
      const outcome = ack.ok ? OK : ack.code
      events.observe({ event }, seconds)
      if (!ack.ok) refusals.inc({ by: 'event', code: ack.code })
      if (HOLD_EVENTS.has(event)) holds.inc({ outcome })
    },

    /** A call, page or event was refused because the node is overloaded. */
    recordShedding: (priority: string) => shed.inc({ priority }),

    recordBroadcast(seconds: number) {
      pushes.inc({ outcome: OK })
      pushSeconds.observe(seconds)
    },

    broadcastFailed: () => pushes.inc({ outcome: 'failed' }),

    recordMail: (outcome: 'ok' | 'failed' | 'refused') => mails.inc({ outcome }),

    /** The node has deleted the expired holds. */
    recordExpiry() {
      lastExpiryAt = Date.now()
      lastExpiry.set(lastExpiryAt / 1000)
    },

    /** When it last has, in epoch milliseconds. */
    lastExpiryAt: () => lastExpiryAt,

    /** Adds a gauge that is read for each scrape. While that fails, it keeps its last value. */
    watch(name: string, help: string, read: () => number | Promise<number>) {
      new Gauge({
        name: `marquee_${name}`,
        help,
        registers,
        async collect() {
          // The other metrics are needed most while the database is unavailable.
          const late = delay(READ_TIMEOUT_MS, undefined, { ref: false })
          const value = await Promise.race([Promise.try(read), late]).catch(() => undefined)
          if (value !== undefined) this.set(value)
        },
      })
    },

    /** Adds the metrics of the process and of its database connections. */
    collectProcessMetrics(poolUsage: () => PoolUsage[], database: string) {
      collectDefaultMetrics({ register: registry })
      new Gauge({
        name: 'marquee_build_info',
        help: 'Always 1',
        labelNames: ['version', 'node', 'database'],
        registers,
      }).set({ version, node: process.version, database }, 1)
      new Gauge({
        name: 'marquee_database_connections',
        help: 'Busy and idle connections to PostgreSQL, and requests that wait for one',
        labelNames: ['pool', 'state'],
        registers,
        collect() {
          for (const { pool, ...states } of poolUsage()) {
            for (const [state, count] of Object.entries(states)) this.set({ pool, state }, count)
          }
        },
      })
    },

    contentType: registry.contentType,
    read: () => registry.metrics(),
  }
}
