import type { Context } from '../context.ts'
import { accountRoomOf, type Io } from './rooms.ts'

/** Tells all connections of an account that its notices have changed. Returns a function that stops it. */
export function sendNoticeChanges(io: Io, { events }: Pick<Context, 'events'>) {
  io.on('connection', (socket) => {
    const { userId } = socket.data
    if (userId !== null) void socket.join(accountRoomOf(userId))
  })
  const send = (userId: string) => io.to(accountRoomOf(userId)).emit('noticesChanged', {})
  events.on('noticesChanged', send).on('remoteNoticesChanged', send)
  return () => {
    events.off('noticesChanged', send).off('remoteNoticesChanged', send)
  }
}
