import type { ClientToServerEvents, ServerToClientEvents } from '@marquee/contract/socket'
import type { Server, Socket } from 'socket.io'

export interface SocketData {
  holder: string
  /** When it was opened, epoch milliseconds of this process. */
  openedAt: number
  /** The session it was opened in; null when signed out. */
  sessionId: string | null
  /** Showtimes whose map this socket watches or holds something of. */
  showtimes: Set<string>
}
type None = Record<string, never>
export type Io = Server<ClientToServerEvents, ServerToClientEvents, None, SocketData>
export type Client = Socket<ClientToServerEvents, ServerToClientEvents, None, SocketData>

/** Everybody who watches a showtime. */
export const roomOf = (showtimeId: string) => `showtime:${showtimeId}`
/** The windows of one holder on one showtime. */
export const ownRoomOf = (showtimeId: string, holder: string) => `own:${showtimeId}:${holder}`
/** All windows of one holder. */
export const holderRoomOf = (holder: string) => `holder:${holder}`
