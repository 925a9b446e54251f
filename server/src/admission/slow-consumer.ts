import type { Log } from '../platform/log.ts'
import type { Client } from '../realtime/rooms.ts'

type Connection = Client['conn']

/** Characters that may wait for one connection; a browser that is merely slow never has as many. */
const MOST_WAITING = 1024 * 1024

/** Cuts a connection that takes nothing of what it is sent: it would cost memory without end. */
export function disconnectSlowConsumer(connection: Connection, log: Log) {
  let waiting = 0
  connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    // What is about to be sent does not count: a large map may be more than this and go out at once.
    if (waiting > MOST_WAITING) {
      log.info({ waiting }, 'a stalled connection was cut')
      connection.close(true)
    }
    waiting += data?.length ?? 0
  })
  connection.on('flush', () => {
    waiting = 0
  })
}
