import { createBooking } from '@marquee/contract/bookings'
import type { Ack, ClientEvent } from '@marquee/contract/socket'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Occupancy } from '../database/connect.ts'

/** From what nobody notices to what nobody waits for, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const BOOKING = `${createBooking.method} ${createBooking.path}`
const HOLDING = new Set<string>([
  'holdSeat',
  'holdParkingSlot',
  'beginCheckout',
] satisfies ClientEvent[])
const OK = 'ok'

export type Metrics = ReturnType<typeof createMetrics>

interface Answered {
  /** Method and path as the contract has them, never as they were asked for. */
  route: string
  status: number
  /** Why it was refused; nothing for whatever is no refusal of ours. */
  refusal: string | null
  seconds: number
}

/** What is counted for whoever watches the server, at the places where it answers. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name: `marquee_${name}_total`, help, labelNames, registers })
  const seconds = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Histogram({ name: `marquee_${name}_seconds`, help, labelNames, buckets, registers })

  const holds = counter('holds', 'Wishes to hold places, by outcome', ['outcome'])
  const bookings = counter('bookings', 'Orders, by outcome', ['outcome'])
  const refusals = counter('refusals', 'Refusals of any call or event, by reason', ['by', 'code'])
  const pushes = counter('pushes', 'Changes told to a room, by outcome', ['outcome'])
  const calls = seconds('call', 'From a call to its answer', ['route', 'status'])
  const events = seconds('event', 'From an event of a window to its answer', ['event'])
  const telling = seconds('push', 'From reading a map to having told its room', [])

  return {
    answered({ route, status, refusal, seconds }: Answered) {
      calls.observe({ route, status }, seconds)
      if (refusal !== null) refusals.inc({ by: 'call', code: refusal })
      if (route === BOOKING) bookings.inc({ outcome: refusal ?? OK })
    },

    acknowledged(event: string, ack: Ack, seconds: number) {
      const outcome = ack.ok ? OK : ack.code
      events.observe({ event }, seconds)
      if (!ack.ok) refusals.inc({ by: 'event', code: ack.code })
      if (HOLDING.has(event)) holds.inc({ outcome })
    },

    told(seconds: number) {
      pushes.inc({ outcome: OK })
      telling.observe(seconds)
    },

    notTold: () => pushes.inc({ outcome: 'failed' }),

    /** From now on also what only this process as a whole can tell: asked for when somebody looks. */
    watch({ sockets, occupancy }: { sockets: () => number; occupancy: () => Occupancy[] }) {
      collectDefaultMetrics({ register: registry })
      new Gauge({
        name: 'marquee_sockets',
        help: 'Open connections of windows',
        registers,
        collect() {
          this.set(sockets())
        },
      })
      new Gauge({
        name: 'marquee_database_connections',
        help: 'Connections to PostgreSQL that are busy or idle, and wishes that wait for one',
        labelNames: ['pool', 'state'],
        registers,
        collect() {
          for (const { pool, ...states } of occupancy()) {
            for (const [state, count] of Object.entries(states)) this.set({ pool, state }, count)
          }
        },
      })
    },

    contentType: registry.contentType,
    read: () => registry.metrics(),
  }
}
