import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'

/** Whether what forwarded a request may be believed: its address, and how many stand between it and us. */
type Trust = (address: string, hop: number) => boolean

export function createProxyTrust({ trustedProxies }: Pick<Config, 'trustedProxies'>): Trust {
  if (typeof trustedProxies === 'number') return (_, hop) => hop < trustedProxies
  return proxyAddr.compile(trustedProxies)
}

/** Some proxies add the port, which is another one for every line. */
const WITH_PORT = /^(?:\[(?<v6>.+)\]|(?<v4>[\d.]+))(?::\d+)?$/

/** What a household is given of the network. */
const HOUSEHOLD_BITS = 64

/** All of a household's IPv6 addresses are one, and so are all lines from one address. A line that has broken has none. */
export function ipRateLimitKey(address: string | undefined) {
  if (address === undefined) return ''
  const { v4, v6 } = WITH_PORT.exec(address)?.groups ?? {}
  const bare = v4 ?? v6 ?? address
  if (!ipaddr.isValid(bare)) return bare
  // One that IPv6 carries in itself is still an IPv4 address.
  const one = ipaddr.process(bare)
  if (one.kind() === 'ipv4') return one.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${one}/${HOUSEHOLD_BITS}`).toString()
}

/** Where a request comes from. */
export const clientAddress = (request: IncomingMessage, trust: Trust) =>
  ipRateLimitKey(proxyAddr(request, trust))
