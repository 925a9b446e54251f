import { formatInstant } from '@marquee/contract/time'
import { isSeat } from '../inventory/rules/places.ts'
import { findChooser, type Place, type ShowtimeState } from '../inventory/state.ts'
import {
  holderFor,
  isPaidByHolder,
  placeViews,
  shownPlaces,
  statusOf,
  type View,
} from '../inventory/views/seat-map.ts'
import { type Io, roomOf, sendToViewers, visitorRoomOf, visitorShowtimeRoomOf } from './rooms.ts'

/** What the room of a showtime was sent last. */
export interface RoomState {
  /** As stored, so that two views of a revision are equal. Undefined until the state has been read for the first time. */
  view: View | undefined
  /** The revisions of the last pushes to the whole room. */
  pushed: { seats: number; slots: number }
}

/**
 * Sends a room what has changed since its last view: public changes to the whole room, private changes to their holders, and
 * `holdExpired` to the visitors concerned. Clients fetch the map again when the show was moved or the places are others. Resolves when all are sent,
 * with whether there was a public change.
 */
export async function broadcastDiff(io: Io, room: RoomState, view: View) {
  const { state } = view
  const before = room.view
  const atRev = { seats: state.rev, slots: state.rev }
  room.view = view
  if (!before) {
    room.pushed = atRev
    return false
  }
  if (state.show.isCancelled && !before.state.show.isCancelled)
    io.to(roomsOf(before.state)).emit('showCancelled', { showtimeId: state.id })
  if (isMoved(before.state, state)) {
    // All holds have ended, and every client fetches the map again.
    io.to(roomsOf(before.state)).emit('showMoved', { showtimeId: state.id })
    sendRevision(io, state)
    room.pushed = atRev
    return true
  }
  const changes = diffViews(before, view)
  if (hasOtherPlaces(before.state, state)) {
    sendRevision(io, state)
    sendExpiredHolds(io, state.id, changes)
    room.pushed = atRev
    return true
  }
  const publicPlaces = placesOf(changes.filter(({ isPublic }) => isPublic))
  const context = { view, sinceRev: before.state.rev, previousPushRevs: room.pushed }
  const viewerRooms = localViewerRooms(io, state, changes)

  for (const [viewer, viewerRoom] of viewerRooms) {
    const holder = holderFor(state, viewer)
    const visible = changes.filter((change) => change.isPublic || change.holders.includes(holder))
    createPush({ ...context, viewer }, placesOf(visible))(io.to(viewerRoom))
  }
  sendExpiredHolds(io, state.id, changes)
  room.pushed = {
    seats: publicPlaces.some(isSeat) ? state.rev : room.pushed.seats,
    slots: publicPlaces.every(isSeat) ? room.pushed.slots : state.rev,
  }
  const others = { showtimeId: state.id, except: [...viewerRooms.values()] }
  if (publicPlaces.length > 0) await sendToViewers(io, others, createPush(context, publicPlaces))
  return publicPlaces.length > 0
}

/** Every client that watches the showtime fetches the map again. */
const sendRevision = (io: Io, { id: showtimeId, rev }: ShowtimeState) =>
  io.to(roomOf(showtimeId)).emit('mapRevision', { showtimeId, seats: rev, slots: rev, rev })

/** The rooms of those who watch the showtime or have chosen places there. */
const roomsOf = (state: ShowtimeState) => [
  roomOf(state.id),
  ...[...chooserIdsIn(state)].map(visitorRoomOf),
]

const placesOf = (changes: PlaceChange[]) => changes.map(({ place }) => place)

/** The rooms of those holders of changed places, and of their friends, who watch the showtime on this node, by visitor. */
function localViewerRooms(io: Io, { id, selections }: ShowtimeState, changes: PlaceChange[]) {
  const holders = new Set(changes.flatMap((change) => change.holders))
  const viewers = [...holders].flatMap((holder) => [
    holder,
    ...(selections.get(holder)?.choosers ?? []).map((chooser) => chooser.id),
  ])
  const ownRooms = viewers.map((viewer) => [viewer, visitorShowtimeRoomOf(id, viewer)] as const)
  return new Map(ownRooms.filter(([, ownRoom]) => io.sockets.adapter.rooms.has(ownRoom)))
}

interface PushContext {
  view: View
  /** The revision of the view before. */
  sinceRev: number
  previousPushRevs: RoomState['pushed']
  /** The visitor who receives the push; their own holds are marked. */
  viewer?: string
}

/** Returns a function that sends places, as the viewer sees them. */
function createPush({ view, sinceRev, previousPushRevs, viewer }: PushContext, places: Place[]) {
  const { id: showtimeId, rev } = view.state
  const { seats, slots } = placeViews(view, places, viewer)
  const step = { showtimeId, rev, sinceRev }
  return (to: ReturnType<Io['to']>) => {
    if (seats.length > 0)
      to.emit('seatsUpdated', { seats, ...step, previousPushRev: previousPushRevs.seats })
    if (slots.length > 0) {
      to.emit('parkingUpdated', {
        parkingSlots: slots,
        ...step,
        previousPushRev: previousPushRevs.slots,
      })
    }
  }
}

/**
 * Each node does this for its own sockets, so no message between nodes is needed. A visitor who buys or releases the place in the
 * half second between its expiry and its deletion receives `holdExpired` too: the new state does not say who sold or released it.
 */
function sendExpiredHolds(io: Io, showtimeId: string, changes: PlaceChange[]) {
  for (const { place, ended } of changes) {
    if (ended === null) continue
    const { chooserId, deadline } = ended
    io.to(visitorRoomOf(chooserId)).emit('holdExpired', {
      type: place.kind,
      itemId: place.id,
      showtimeId,
      label: place.label,
      ...(deadline !== null && { holdUntil: formatInstant(deadline) }),
    })
  }
}

interface EndedHold {
  chooserId: string
  /** The deadline of the selection. Null: the place was taken out of service before it. */
  deadline: number | null
}

interface PlaceChange {
  place: Place
  /** Whether visitors who do not hold the place see a difference. */
  isPublic: boolean
  /** The holders before and after the change. */
  holders: string[]
  /** The hold of this place that has expired, or whose place was taken out of service. */
  ended: EndedHold | null
}

/** The show is on another screen or at another time. A new layout of the screen moves no show. */
const isMoved = ({ show: before }: ShowtimeState, { show: after }: ShowtimeState) =>
  before.screenId !== after.screenId || before.startsAt !== after.startsAt

/** There are other places, or some have other names, categories, kinds or positions: the screen has changed, or a retired place was given back. */
function hasOtherPlaces(before: ShowtimeState, after: ShowtimeState) {
  const [old, current] = [shownPlaces(before), shownPlaces(after)]
  if (old === current) return false
  return (
    old.length !== current.length ||
    old.some((place, index) => !isSamePlace(place, current[index] as Place))
  )
}

const isSamePlace = (one: Place, other: Place) =>
  one.id === other.id &&
  one.kind === other.kind &&
  one.label === other.label &&
  one.category === other.category &&
  one.access === other.access &&
  one.x === other.x

/** The visitors who have chosen the held places of a state. */
export const chooserIdsIn = ({ claims }: ShowtimeState) =>
  new Set(claims.values().flatMap((claim) => (claim.kind === 'held' ? claim.chooserId : [])))

/** The places that two views of a showtime show differently. */
const diffViews = (before: View, after: View): PlaceChange[] =>
  shownPlaces(after.state).flatMap((place) => {
    const [old, current] = [holdOf(before.state, place), holdOf(after.state, place)]
    // A place that is taken out of service is another object of the layout.
    const oldPlace = before.state.layout.byId.get(place.id) ?? place
    const isSameStatus = statusOf(before, oldPlace) === statusOf(after, place)
    const isSame =
      isSameStatus &&
      old?.holder === current?.holder &&
      old?.chooserId === current?.chooserId &&
      old?.deadline === current?.deadline &&
      old?.friend === current?.friend &&
      old?.isPaidByHolder === current?.isPaidByHolder
    if (isSame) return []
    const hasExpired = old !== undefined && old.deadline <= after.now
    const holders = [old?.holder, current?.holder].flatMap((holder) => holder ?? [])
    return {
      place,
      // A visitor who read the map after the expiry saw the place as available, so its status is sent even if it is held again.
      isPublic: !isSameStatus || old?.holder !== current?.holder || hasExpired,
      holders: [...new Set(holders)],
      ended:
        old === undefined || old.holder === current?.holder
          ? null
          : endOf(old, { place, hasExpired }),
    }
  })

/** What the choosers of a held place see of it. */
function holdOf({ claims, selections }: ShowtimeState, { id }: Place) {
  const claim = claims.get(id)
  const selection = claim?.kind === 'held' && selections.get(claim.holder)
  if (!selection) return
  const { holder, chooserId } = claim
  const friend = findChooser(selection, chooserId)?.name
  return {
    holder,
    chooserId,
    deadline: selection.deadline,
    friend,
    isPaidByHolder: isPaidByHolder(selection, claim),
  }
}

/** A hold whose deadline has passed, or whose place was taken out of service. */
function endOf(
  { chooserId, deadline }: { chooserId: string; deadline: number },
  { place, hasExpired }: { place: Place; hasExpired: boolean },
): EndedHold | null {
  if (hasExpired) return { chooserId, deadline }
  return place.out_of_service === 1 ? { chooserId, deadline: null } : null
}
