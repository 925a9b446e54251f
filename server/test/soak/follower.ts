import type { ParkingSlot, ParkingSlots } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats'
import { REV_HEADER } from '@marquee/contract/seats'
import type { ClientToServerEvents, ServerToClientEvents } from '@marquee/contract/socket'
import type { Socket } from 'socket.io-client'

export type TestSocket = Socket<ServerToClientEvents, ClientToServerEvents>
type Place = Seat | ParkingSlot
type Kind = 'seats' | 'slots'
interface Known {
  rev: number
  places: Map<string, Place>
}

/** Keeps the map of one show as a browser does: whole at first and after a gap, else by what is pushed. */
export function follow(
  socket: TestSocket,
  get: (path: string) => Promise<Response>,
  seen: string[],
) {
  let showtimeId = ''
  const known: Record<Kind, Known> = { seats: nothing(), slots: nothing() }
  const lookouts = new Set<() => void>()
  const fetching = new Set<string>()

  async function refetch(kind: Kind) {
    const asked = showtimeId
    const answer = await get(`/api/${kind === 'seats' ? 'seats' : 'parking'}/showtime/${asked}`)
    if (!answer.ok || asked !== showtimeId) return
    const rev = Number(answer.headers.get(REV_HEADER))
    const body = (await answer.json()) as Seat[] | ParkingSlots
    if (asked !== showtimeId || rev < known[kind].rev) return
    const places = Array.isArray(body) ? body : [...body.twoWheelerSlots, ...body.fourWheelerSlots]
    accept(kind, rev, places)
  }
  const catchUp = (kind: Kind) => {
    // What is still on its way of another show is of no use here.
    const what = `${kind} of ${showtimeId}`
    if (fetching.has(what)) return
    fetching.add(what)
    void refetch(kind)
      .catch(() => undefined)
      .finally(() => fetching.delete(what))
  }

  function accept(kind: Kind, rev: number, places: Place[]) {
    for (const place of places) {
      const before = known[kind].places.get(place._id)
      if (before?.status === 'SOLD' && place.status !== 'SOLD') {
        seen.push(`a sold place became ${place.status} on somebody's map: ${place._id}`)
      }
      known[kind].places.set(place._id, place)
    }
    known[kind].rev = rev
    for (const look of lookouts) look()
  }

  /** Resolves when a place is shown so, or the time is over. */
  const shows = (placeId: string, status: Place['status'], ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        lookouts.delete(look)
        resolve()
      }
      const look = () => {
        if (known.seats.places.get(placeId)?.status === status) end()
      }
      const timer = setTimeout(end, ms)
      lookouts.add(look)
      look()
    })

  const hear = (
    kind: Kind,
    push: { showtimeId: string; rev: number; since: number; from: number },
    places: Place[],
  ) => {
    if (push.showtimeId !== showtimeId || push.rev <= known[kind].rev) return
    const follows = known[kind].rev === push.since || known[kind].rev === push.from
    if (follows) accept(kind, push.rev, places)
    else catchUp(kind)
  }
  socket.on('seatsUpdated', (push) => hear('seats', push, push.seats))
  socket.on('parkingUpdated', (push) => hear('slots', push, push.parkingSlots))
  socket.on('mapRevision', (newest) => {
    if (newest.showtimeId !== showtimeId) return
    for (const kind of ['seats', 'slots'] as const) {
      const { rev } = known[kind]
      if (rev !== newest[kind] && rev < newest.rev) catchUp(kind)
    }
  })

  return {
    /** Follows another show, or the same anew: after a lost connection nothing is certain. */
    watch: (id: string) => {
      if (id !== showtimeId) for (const kind of ['seats', 'slots'] as const) known[kind] = nothing()
      showtimeId = id
      catchUp('seats')
      catchUp('slots')
    },
    shows,
    rev: () => `${known.seats.rev}/${known.slots.rev}`,
    places: () => [...known.seats.places.values(), ...known.slots.places.values()],
  }
}

const nothing = (): Known => ({ rev: -1, places: new Map() })
