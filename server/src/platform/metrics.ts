import { createBooking } from '@marquee/contract/bookings'
import type { Ack, ClientEvent } from '@marquee/contract/socket'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolUsage } from '../database/connect.ts'

/** Histogram buckets, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const BOOKING = `${createBooking.method} ${createBooking.path}`
const HOLD_EVENTS = new Set<string>([
  'holdSeat',
  'holdParkingSlot',
  'beginCheckout',
] satisfies ClientEvent[])
const OK = 'ok'

export type Metrics = ReturnType<typeof createMetrics>

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
  const pushes = counter('pushes', 'Broadcasts to rooms, by outcome', ['outcome'])
  const calls = seconds('call', 'From a call to its response', ['route', 'status'])
  const events = seconds('event', 'From a socket event to its acknowledgement', ['event'])
  const pushSeconds = seconds('push', 'From the request of a seat map to its broadcast', [])

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

    recordBroadcast(seconds: number) {
      pushes.inc({ outcome: OK })
      pushSeconds.observe(seconds)
    },

    broadcastFailed: () => pushes.inc({ outcome: 'failed' }),

    /** Adds the metrics of the process and of its database connections. */
    collectProcessMetrics(poolUsage: () => PoolUsage[]) {
      collectDefaultMetrics({ register: registry })
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

    watchSockets(count: () => number) {
      new Gauge({
        name: 'marquee_sockets',
        help: 'Open socket connections',
        registers,
        collect() {
          this.set(count())
        },
      })
    },

    contentType: registry.contentType,
    read: () => registry.metrics(),
  }
}
