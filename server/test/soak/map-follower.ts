import { setTimeout as delay } from 'node:timers/promises'
import type { ParkingSlot, ParkingSlots } from '@marquee/contract/parking'
import { REV_HEADER } from '@marquee/contract/seats/places-route'
import type { Seat } from '@marquee/contract/seats/seats'
import type { ClientToServerEvents, ServerToClientEvents } from '@marquee/contract/socket'
import type { Socket } from 'socket.io-client'
import type { OperationLog } from './operation-log.ts'
import { createReleaseCounter } from './place-releases.ts'

const RELOAD_MS = 100
/** The pause after a response that is not a map: the visitors of one address share a limit. */
const RETRY_MS = 1000

export type ClientSocket = Socket<ServerToClientEvents, ClientToServerEvents>
export type Place = Seat | ParkingSlot
type PlaceKind = 'seats' | 'slots'
interface KnownPlaces {
  rev: number
  /** The newest revision that the server announced. */
  announcedRev: number
  /** When the last whole map was asked for, in epoch milliseconds. */
  requestedAt: number
  places: Map<string, Place>
}

/** Keeps the map of one showtime as the web app does: loads the whole map first and after missed pushes, else applies pushes. */
export function followMap(
  socket: ClientSocket,
  get: (path: string) => Promise<Response>,
  log: Pick<OperationLog, 'violations' | 'releases'>,
) {
  let showtimeId = ''
  const known: Record<PlaceKind, KnownPlaces> = { seats: noPlaces(), slots: noPlaces() }
  const loading = new Set<string>()
  const isSurplusRelease = createReleaseCounter(log.releases)
  /** Grows when the map begins anew. */
  let generation = 0

  async function loadMap(kind: PlaceKind) {
    const requested = generation
    const requestedAt = Date.now()
    const path = `/api/${kind === 'seats' ? 'seats' : 'parking'}/showtime/${showtimeId}`
    const response = await get(path)
    if (!response.ok) return void (await delay(RETRY_MS))
    const rev = Number(response.headers.get(REV_HEADER))
    const body = (await response.json()) as Seat[] | ParkingSlots
    if (requested !== generation || rev < known[kind].rev) return
    const places = Array.isArray(body) ? body : [...body.twoWheelerSlots, ...body.fourWheelerSlots]
    apply(kind, rev, places)
    // The layout of the screen may have changed.
    known[kind].places = new Map(places.map((place) => [place._id, place]))
    known[kind].requestedAt = requestedAt
  }

  /** Loads the map until it is as new as the announced revision: another node may return an older map. */
  async function resync(kind: PlaceKind) {
    const requested = generation
    const key = `${kind} of ${requested}`
    if (loading.has(key)) return
    loading.add(key)
    do {
      await loadMap(kind).catch(() => undefined)
      if (known[kind].rev >= Math.max(0, known[kind].announcedRev)) break
      await delay(RELOAD_MS)
    } while (requested === generation && socket.active)
    loading.delete(key)
  }

  function apply(kind: PlaceKind, rev: number, places: Place[]) {
    for (const place of places) {
      const before = known[kind].places.get(place._id)
      const isReleased = before?.status === 'SOLD' && place.status !== 'SOLD'
      if (isReleased && isSurplusRelease(showtimeId, place._id)) {
        const detail = `${place._id} was sold and became ${place.status} on a map`
        log.violations.push({ rule: 'sold places stay sold', detail })
      }
      known[kind].places.set(place._id, place)
    }
    known[kind].rev = rev
  }

  function receive(
    kind: PlaceKind,
    push: { showtimeId: string; rev: number; previousPushRev: number; sinceRev: number },
    places: Place[],
  ) {
    if (push.showtimeId !== showtimeId || push.rev <= known[kind].rev) return
    known[kind].announcedRev = Math.max(known[kind].announcedRev, push.rev)
    const isNext = known[kind].rev === push.previousPushRev || known[kind].rev === push.sinceRev
    if (isNext) apply(kind, push.rev, places)
    else void resync(kind)
  }

  socket.on('seatsUpdated', (push) => receive('seats', push, push.seats))
  socket.on('parkingUpdated', (push) => receive('slots', push, push.parkingSlots))
  socket.on('mapRevision', (newest) => {
    if (newest.showtimeId !== showtimeId) return
    for (const kind of ['seats', 'slots'] as const) {
      const { rev } = known[kind]
      known[kind].announcedRev = newest[kind]
      if (rev !== newest[kind] && rev < newest.rev) void resync(kind)
    }
  })

  function beginAnew() {
    generation += 1
    for (const kind of ['seats', 'slots'] as const) known[kind] = noPlaces()
  }

  socket.on('showMoved', (moved) => {
    if (moved.showtimeId !== showtimeId) return
    beginAnew()
    for (const kind of ['seats', 'slots'] as const) void resync(kind)
  })

  return {
    /** Follows a showtime. Loads the map again if it is the same showtime. */
    follow: (id: string) => {
      if (id !== showtimeId) beginAnew()
      showtimeId = id
      void resync('seats')
      void resync('slots')
    },
    revisions: () => `${known.seats.rev}/${known.slots.rev}`,
    places: () => [...known.seats.places.values(), ...known.slots.places.values()],
    /** When the whole map that lists the places was asked for. 0: they are not on the map, or not any more. */
    listedAt: (placeIds: string[]) =>
      Math.min(
        ...placeIds.map((id) => {
          const kind = [known.seats, known.slots].find(({ places }) => places.has(id))
          return kind?.requestedAt ?? 0
        }),
      ),
  }
}

const noPlaces = (): KnownPlaces => ({
  rev: -1,
  announcedRev: -1,
  requestedAt: 0,
  places: new Map(),
})
