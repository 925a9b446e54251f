import { logWarning } from '@marquee/browser/log.ts'
import type { Push, ServerEvent, ServerToClientEvents } from '@marquee/contract/socket'
import { socket } from './socket.ts'

/** Calls back for each push of an event. A push without data is logged and ignored. Returns a function that stops it. */
export function subscribeToPush<E extends ServerEvent>(event: E, onPush: (push: Push<E>) => void) {
  const receive = ((push: unknown) => {
    if (typeof push === 'object' && push !== null) onPush(push as Push<E>)
    else logWarning(`${event} ignored: it has no data`, push)
  }) as ServerToClientEvents[E]
  socket.on<ServerEvent>(event, receive)
  return () => void socket.off<ServerEvent>(event, receive)
}
