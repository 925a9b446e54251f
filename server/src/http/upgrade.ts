import type { IncomingMessage } from 'node:http'

/** The default path of Socket.IO. */
const SOCKET_PATH = '/socket.io/'

/** Whether a request opens a WebSocket of Socket.IO. Other Upgrade headers, such as h2c, are ignored (RFC 9110, section 7.8). */
export const isSocketUpgrade = ({ url = '', headers: { upgrade } }: IncomingMessage) =>
  upgrade?.toLowerCase() === 'websocket' && url.startsWith(SOCKET_PATH)
