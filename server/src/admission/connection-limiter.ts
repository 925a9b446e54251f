import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'
import type { HolderCookies } from '../http/holder-cookie.ts'
import type { Client } from '../realtime/rooms.ts'
import { clientAddress, createProxyTrust } from './client-address.ts'
import type { ConnectionCounts } from './connection-counts.ts'

type Connection = Client['conn']

export const TOO_MANY_CONNECTIONS =
  'Too many tabs are open at once. Please close some and try again.'

/** So many times its share, an address is not even let in to be told. */
const STORMED = 2

/** Counts who is in: so many windows of one holder, and so many from one address, at all nodes that can be asked. */
export function createConnectionLimiter(
  config: Config,
  holders: HolderCookies,
  others?: ConnectionCounts,
) {
  const trust = createProxyTrust(config)
  const inside = new Map<string, number>()
  const judgements = new WeakMap<Connection, Promise<boolean>>()
  const count = (name: string) => inside.get(name) ?? 0
  const add = (name: string, change: number) => {
    const now = count(name) + change
    if (now > 0) inside.set(name, now)
    else inside.delete(name)
  }
  const addressIn = (request: IncomingMessage) => `address:${clientAddress(request, trust)}`

  /** Whether an address sends so many to this node that the next one is turned away at the handshake. */
  const isStormed = (request: IncomingMessage) =>
    config.rateLimits && count(addressIn(request)) >= STORMED * config.socketsPerAddress

  function enter(connection: Connection) {
    const address = addressIn(connection.request)
    const holder = `holder:${holders.byRequest(connection.request).holder}`
    const shares: Share[] = [
      [address, config.socketsPerAddress],
      [holder, config.socketsPerHolder],
    ]
    for (const [name] of shares) add(name, 1)
    if (config.rateLimits) judgements.set(connection, isAmongTheFirst(shares))
    connection.once('close', () => {
      for (const [name] of shares) {
        add(name, -1)
        others?.left(name, count(name))
      }
    })
  }

  async function isAmongTheFirst(shares: Share[]) {
    const here = shares.map(([name]): Share => [name, count(name)])
    const areWithin = (elsewhere: number[]) =>
      shares.every(([, most], n) => (here[n]?.[1] ?? 0) + (elsewhere[n] ?? 0) <= most)
    if (!others || !areWithin([])) return areWithin([])
    return areWithin(await others.elsewhere(here))
  }

  return {
    enter,
    isStormed,
    mayStay: (connection: Connection) => judgements.get(connection) ?? true,
    /** For the clock to call: others know from it that what is here still counts. */
    tellOthers: async () => others?.beat(inside),
  }
}

/** A name, and how many windows of it there are or may be. */
type Share = [name: string, windows: number]
