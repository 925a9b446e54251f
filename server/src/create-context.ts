import { EventEmitter } from 'node:events'
import { createPasswords } from './accounts/sign-in/passwords.ts'
import { createScreenLayouts } from './catalogue/screen-layouts.ts'
import type { Context } from './context.ts'
import type { ContextEvents } from './context-events.ts'
import { createPlacesElsewhere } from './inventory/requests/places-elsewhere.ts'
import { createReleasedPlaces } from './inventory/requests/released-places.ts'
import { createSelectionCounts } from './inventory/selections/selection-counts.ts'
import { createShowtimes } from './inventory/showtimes.ts'
import { createPlaceCounts } from './inventory/views/place-counts.ts'
import { createSeatCounts } from './inventory/views/seat-counts.ts'
import { createLoadShedder } from './limits/load-shedding/load-shedder.ts'
import { watchUntrustedProxies } from './limits/untrusted-proxy.ts'
import { createDelivery } from './messages/mail/delivery.ts'
import { createFairQueue } from './platform/concurrency/fair-queue.ts'
import { createMetrics } from './platform/metrics.ts'
import { createQueues } from './waiting-room/queues.ts'

const BACKGROUND_QUEUE = { concurrency: 1, maxQueued: Number.POSITIVE_INFINITY }

type Required = 'db' | 'reader' | 'config' | 'secret' | 'log' | 'passKeys' | 'identityProvider'

/** Creates what all services of a node share, from a database, the configuration and the keys. Tests give parts of their own. */
export function createContext(given: Pick<Context, Required> & Partial<Context>): Context {
  const { config, log, reader } = given
  const shared = {
    now: Date.now,
    monotonicNow: () => performance.now(),
    metrics: createMetrics(),
    events: new EventEmitter<ContextEvents>(),
    loadPlaces: createScreenLayouts(),
    selectionCounts: createSelectionCounts(config),
    ...given,
  }
  const showtimes = shared.showtimes ?? createShowtimes(shared)
  return {
    deliverMail: createDelivery(config),
    passwords: createPasswords(),
    loadShedder: createLoadShedder(shared),
    untrustedProxies: watchUntrustedProxies(config, log),
    backgroundQueue: createFairQueue(BACKGROUND_QUEUE),
    loadSeatCounts: createSeatCounts(shared),
    loadPlaceCounts: createPlaceCounts(shared),
    showtimes,
    placesElsewhere: createPlacesElsewhere(reader),
    queues: createQueues({ ...shared, now: showtimes.now }),
    releasedPlaces: createReleasedPlaces(shared.monotonicNow),
    ...shared,
  }
}
