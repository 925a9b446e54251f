import { transports, XHR } from 'engine.io-client'

/**
 * Makes polling one of the ways in which a socket may talk: a build leaves it out at first (late-polling.ts). It has to be put into
 * the very copy of the library that socket.io-client uses, so package.json names the version that comes with that.
 */
export function addPolling() {
  transports.polling = XHR
}
