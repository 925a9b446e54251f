import { setTimeout as delay } from 'node:timers/promises'
import type { Account } from './api-client.ts'
import { LATENCY_SHOWTIMES, loadShowtimes } from './catalogue.ts'
import { createOperationLog } from './operation-log.ts'
import { connectVisitor, type Visitor } from './simulated-visitor.ts'
import { overlapsOutage, type TestCluster } from './test-cluster.ts'

const TIMEOUT_MS = 3000
const MAX_PAUSE_MS = 100

/** Milliseconds from a hold on one node to its push on all other nodes. */
export interface Latency {
  trials: number
  median: number
  p95: number
  max: number
}

/** Holds and releases seats, beginning at each node, until `isOver`. */
export async function measureLatency(
  cluster: TestCluster,
  [account]: Account[],
  isOver: (trials: number) => boolean,
): Promise<Latency> {
  const showtimes = (await loadShowtimes(cluster))('latency').slice(0, LATENCY_SHOWTIMES)
  const times: number[] = []
  await Promise.all(
    showtimes.map(async ({ showtimeId }, first) => {
      const urls = [...cluster.nodes.slice(first), ...cluster.nodes.slice(0, first)]
      const visitors = await Promise.all(
        urls.map((url) =>
          connectVisitor({ url }, account as Account, { log: createOperationLog() }),
        ),
      )
      for (const visitor of visitors) await visitor.goTo(showtimeId)
      while (!isOver(times.length)) {
        await delay(Math.random() * MAX_PAUSE_MS)
        const from = Date.now()
        const time = await timeHold(visitors, showtimeId)
        const isOutage = overlapsOutage(cluster.outages, { from, to: Date.now() }, TIMEOUT_MS)
        if (time !== undefined && !isOutage) times.push(time)
      }
      for (const visitor of visitors) visitor.close()
    }),
  )
  const sorted = times.toSorted((one, other) => one - other).map(Math.round)
  const at = (fraction: number) => sorted[Math.floor((sorted.length - 1) * fraction)] ?? Number.NaN
  return { trials: sorted.length, median: at(0.5), p95: at(0.95), max: at(1) }
}

/** The first visitor holds and releases a seat. Returns when all others have received the hold, in milliseconds. */
async function timeHold([holder, ...viewers]: Visitor[], showtimeId: string) {
  const seatId = holder?.map.places()[0]?._id
  if (!holder || !seatId) return undefined
  const payload = { showtimeId, seatId }
  const allShow = (status: 'HELD' | 'AVAILABLE') =>
    Promise.all(viewers.map(({ map }) => map.shows(seatId, status, TIMEOUT_MS)))
  const startedAt = performance.now()
  const held = allShow('HELD')
  await holder.perform('hold', [seatId], 'holdSeat', payload)
  await held
  const time = performance.now() - startedAt
  const released = allShow('AVAILABLE')
  await holder.perform('release', [seatId], 'releaseSeat', payload)
  await released
  return time
}
