import type { Ack } from '@marquee/contract/socket'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import {
  changeAllPlaces,
  changePlaces,
  knownPlaces,
  PLACE_KINDS,
  type PlaceKind,
  refetchPlaces,
} from '#lib/place-cache.ts'
import { afterHold, afterRelease } from '#lib/places.ts'
import { type Pending, selectedOf, wishFor } from '#lib/selection.ts'
import { ask } from '#lib/socket.ts'

/** A wish that the server did not grant, in its own words. */
export interface Refusal {
  placeId: string
  message: string
}

interface ClaimsState {
  pending: Pending
  refusal: Refusal | undefined
}

type Wish = 'hold' | 'release'
type Refused = Extract<Ack, { ok: false }>

/** Refusals after which the map is as it was believed to be. */
const MAP_IS_RIGHT: Refused['code'][] = ['LIMIT', 'CLOSED', 'RATE']

export type Claims = ReturnType<typeof createClaims>

/**
 * One visitor's say at one showtime. What is asked for shows at once; the answer, or the refusal, settles it.
 * What the visitor has is known to the cache of places alone.
 */
export function createClaims(client: QueryClient, showtimeId: string) {
  const store = createStore<ClaimsState>(() => ({ pending: new Map(), refusal: undefined }))
  const underWay = new Set<Promise<void>>()

  /** A closed showtime takes back and gives nothing. */
  function toggle(kind: PlaceKind, placeId: string, closed: boolean) {
    const place = placesOf(kind).find(({ _id }) => _id === placeId)
    const wish = place && wishFor(place, store.getState().pending)
    if (wish && !(closed && wish === 'hold')) send(kind, placeId, wish)
  }

  function send(kind: PlaceKind, placeId: string, wish: Wish) {
    const answered = settle(kind, placeId, wish).finally(() => underWay.delete(answered))
    underWay.add(answered)
  }

  async function settle(kind: PlaceKind, placeId: string, wish: Wish) {
    setPending((pending) => pending.set(placeId, wish))
    const ack = await request(kind, placeId, wish)
    if (ack.ok) changeMap(kind, placeId, wish, ack.holdUntil)
    else refuse(placeId, ack)
    // In the same queue as the map's own news, and behind it: a place held is never seen free in between.
    notifyManager.schedule(() => setPending((pending) => pending.delete(placeId)))
  }

  const request = (kind: PlaceKind, placeId: string, wish: Wish) => {
    if (kind === 'seats') {
      return ask(wish === 'hold' ? 'holdSeat' : 'releaseSeat', { showtimeId, seatId: placeId })
    }
    const event = wish === 'hold' ? 'holdParkingSlot' : 'releaseParkingSlot'
    return ask(event, { showtimeId, slotId: placeId })
  }

  function changeMap(kind: PlaceKind, placeId: string, wish: Wish, holdUntil: string | null) {
    if (wish === 'release') return lose(kind, placeId)
    if (holdUntil) changeAllPlaces(client, showtimeId, (map) => afterHold(map, placeId, holdUntil))
  }

  /** A hold of mine has ended, by my wish or by the clock. */
  function lose(kind: PlaceKind, placeId: string) {
    changePlaces(client, showtimeId, kind, (map) => afterRelease(map, placeId))
  }

  function refuse(placeId: string, { code, message }: Refused) {
    store.setState({ refusal: { placeId, message } })
    if (!MAP_IS_RIGHT.includes(code)) void refetchPlaces(client, showtimeId)
  }

  /** Gives back everything of these kinds, also what is only just being asked for. */
  async function releaseAll(kinds: readonly PlaceKind[] = PLACE_KINDS) {
    await answersAreIn()
    for (const kind of kinds) {
      for (const { _id } of mine(kind)) send(kind, _id, 'release')
    }
  }

  /** Gives everything back, unless it is wanted at payment, and stops listening to the room. */
  async function leave({ keeping }: { keeping: boolean }) {
    if (!keeping) await releaseAll()
    await ask('leaveShowtime', showtimeId)
  }

  /** Asks for more time for everything that is held. */
  async function extend() {
    const ack = await ask('extendHold', { showtimeId })
    prolong(ack)
    return ack
  }

  /** Takes the selection to payment, as it is once every answer is in. */
  async function checkOut() {
    await answersAreIn()
    const ack = await ask('beginCheckout', {
      showtimeId,
      seatIds: mine('seats').map(({ _id }) => _id),
      slotIds: mine('slots').map(({ _id }) => _id),
    })
    prolong(ack)
    if (!ack.ok) void refetchPlaces(client, showtimeId)
    return ack
  }

  function prolong(ack: Ack) {
    const until = ack.ok ? ack.holdUntil : null
    if (until) changeAllPlaces(client, showtimeId, (map) => afterHold(map, null, until))
  }

  const answersAreIn = () => Promise.all(underWay)
  const placesOf = (kind: PlaceKind) => knownPlaces(client, showtimeId, kind)?.places ?? []
  const mine = (kind: PlaceKind) => selectedOf(placesOf(kind), new Map())

  function setPending(change: (pending: Map<string, Wish>) => void) {
    const pending = new Map(store.getState().pending)
    change(pending)
    store.setState({ pending })
  }

  return { store, toggle, releaseAll, leave, extend, checkOut, lose }
}
