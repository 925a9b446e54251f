import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'

/** Whether to trust the X-Forwarded-For entry of a proxy, by its address and its distance in hops. */
type ProxyTrust = (address: string, hop: number) => boolean

export function createProxyTrust({ trustedProxies }: Pick<Config, 'trustedProxies'>): ProxyTrust {
  if (typeof trustedProxies === 'number') return (_, hop) => hop < trustedProxies
  return proxyAddr.compile(trustedProxies)
}

/** Some proxies append the client's port, which differs for each connection. */
const WITH_PORT = /^(?:\[(?<v6>.+)\]|(?<v4>[\d.]+))(?::\d+)?$/

/** The length of the prefix that a provider assigns to one customer, in bits. */
const IPV6_PREFIX_BITS = 64
/** The part of an IPv6 address that one customer of a provider may have. */
const STORED_IPV6_PREFIX_BITS = 56

/** Returns the key of an address in the rate limits: an IPv4 address or an IPv6 /64 network. Empty if the socket is closed. */
export const ipRateLimitKey = (address: string | undefined) => networkOf(address, IPV6_PREFIX_BITS)

/** Returns an IPv4 address, or the network of an IPv6 address. Empty if the socket is closed. */
function networkOf(address: string | undefined, ipv6PrefixBits: number) {
  if (address === undefined) return ''
  const { v4, v6 } = WITH_PORT.exec(address)?.groups ?? {}
  const bare = v4 ?? v6 ?? address
  if (!ipaddr.isValid(bare)) return bare
  // Converts IPv4-mapped IPv6 addresses to IPv4.
  const parsed = ipaddr.process(bare)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${ipv6PrefixBits}`).toString()
}

/** Returns the rate limit key of the client behind the trusted proxies. */
export const clientAddress = (request: IncomingMessage, trust: ProxyTrust) =>
  ipRateLimitKey(proxyAddr(request, trust))

/** Returns the key under which an address is stored: the database must not contain addresses. */
export const addressKey = ({ secret }: Pick<Context, 'secret'>, address: string | undefined) =>
  createHmac('sha256', secret)
    .update(`address ${networkOf(address, STORED_IPV6_PREFIX_BITS)}`)
    .digest('base64url')
