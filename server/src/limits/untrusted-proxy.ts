import type { IncomingMessage } from 'node:http'
import type { Config } from '../config/config.ts'
import type { Log } from '../platform/log.ts'

/** Notices a proxy while no proxy is trusted: the limits then take all its clients for one address. Logs the first request of one. */
export function watchUntrustedProxies(
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
  log: Log,
) {
  const trustsNone =
    typeof trustedProxies === 'number' ? trustedProxies === 0 : trustedProxies.length === 0
  let isFound = false

  function check({ headers }: Pick<IncomingMessage, 'headers'>) {
    if (isFound || !trustsNone || headers['x-forwarded-for'] === undefined) return
    isFound = true
    log.warn(
      'X-Forwarded-For is ignored because TRUST_PROXY is not set: all clients of a proxy count as one address',
    )
  }

  return { check, isFound: () => isFound }
}
