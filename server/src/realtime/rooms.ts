import type { ClientToServerEvents, ServerToClientEvents } from '@marquee/contract/socket'
import type { Server, Socket } from 'socket.io'
import type { JoinedSelection } from '../inventory/selections/shared-selections.service.ts'
import { inSlices } from '../platform/slices.ts'

interface SocketData {
  visitorId: string
  /** The key of the network address. */
  address: string
  /** The user of the session; null if signed out. */
  userId: string | null
  /** The email of the user; null if signed out. */
  email: string | null
  /** Whether the email of the user is confirmed. */
  isConfirmed: boolean
  /** The session in which the socket was opened; null if signed out. */
  sessionId: string | null
  /** Showtimes that this socket watches or holds places at. */
  showtimes: Set<string>
  /** Other showtimes at which the visitor may be in checkout. */
  checkouts: Set<string>
  /** The shared selections that the visitor has joined, by showtime. */
  joinedSelections: Map<string, JoinedSelection>
  /** The places whose state is sent once the socket slows down, by showtime. */
  pendingStates: Map<string, PlaceIdsOrAll>
}
/** Ids of places, or all places of a showtime. */
export type PlaceIdsOrAll = ReadonlySet<string> | 'all'

type None = Record<string, never>
export type Io = Server<ClientToServerEvents, ServerToClientEvents, None, SocketData>
export type ServerSocket = Socket<ClientToServerEvents, ServerToClientEvents, None, SocketData>

/** All sockets that watch a showtime. */
export const roomOf = (showtimeId: string) => `showtime:${showtimeId}`
/** The sockets of one visitor that watch a showtime. */
export const visitorShowtimeRoomOf = (showtimeId: string, visitorId: string) =>
  `own:${showtimeId}:${visitorId}`
/** All sockets of one visitor. */
export const visitorRoomOf = (visitorId: string) => `visitor:${visitorId}`
/** All sockets of one account. */
export const accountRoomOf = (userId: string) => `account:${userId}`

/** Sends messages to those who watch a showtime, but for some rooms: `send` is called for some of them at a time. Resolves after the last ones. */
export function sendToViewers(
  io: Io,
  { showtimeId, except = [] }: { showtimeId: string; except?: string[] },
  send: (to: ReturnType<Io['to']>) => void,
) {
  const viewers = [...(io.sockets.adapter.rooms.get(roomOf(showtimeId)) ?? [])]
  // Each socket is in a room that has its id.
  return inSlices(viewers, (ids) => send(io.to([...ids]).except(except)))
}
