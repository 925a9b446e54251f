import type { Plugin } from 'vite'

const TRANSPORTS = /engine\.io-client\/build\/esm\/transports\/(?<name>[\w-]+)\.js$/
const WEBSOCKET_ALONE = `import { WS } from './websocket.js'
export const transports = { websocket: WS }`

/**
 * The socket's library comes with every transport it knows. Nearly everybody's line lets a websocket through: the rest is left
 * out of what is fetched at first, and polling put back by those who need it (src/lib/polling.ts).
 */
export function latePolling(): Plugin {
  let isLeftOut = false
  return {
    name: 'late-polling',
    apply: 'build',
    transform: {
      filter: { id: TRANSPORTS },
      handler: (code, id) => {
        const isList = TRANSPORTS.exec(id)?.groups?.name === 'index'
        isLeftOut ||= isList
        return { code: isList ? WEBSOCKET_ALONE : code, moduleSideEffects: false }
      },
    },
    buildEnd(error) {
      if (!error && !isLeftOut) this.error('The list of transports is no longer where it was.')
    },
  }
}
