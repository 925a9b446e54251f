import type { Plugin } from 'vite'

const TRANSPORTS = /engine\.io-client\/build\/esm\/transports\/(?<name>[\w-]+)\.js$/
const WEBSOCKET_ONLY = `import { WS } from './websocket.js'
export const transports = { websocket: WS }`

/**
 * Removes all transports but WebSocket from the socket client of the first page: most networks allow WebSocket.
 * The app loads polling later if WebSocket fails (src/lib/socket/polling.ts).
 */
export function lazyPolling(): Plugin {
  let isRemoved = false
  return {
    name: 'lazy-polling',
    apply: 'build',
    transform: {
      filter: { id: TRANSPORTS },
      handler: (code, id) => {
        const isList = TRANSPORTS.exec(id)?.groups?.name === 'index'
        isRemoved ||= isList
        return { code: isList ? WEBSOCKET_ONLY : code, moduleSideEffects: false }
      },
    },
    buildEnd(error) {
      if (!error && !isRemoved)
        this.error('engine.io-client has changed: its list of transports was not found.')
    },
  }
}
