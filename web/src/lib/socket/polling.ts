import { transports, XHR } from 'engine.io-client'

/**
 * Adds the polling transport, which the build leaves out of the first page (lazy-polling.ts). It must be added to the same copy of
 * engine.io-client that socket.io-client uses, so package.json pins that version.
 */
export function addPolling() {
  transports.polling = XHR
}
