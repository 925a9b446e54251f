import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'
import type { Holders } from '../http/holder.ts'
import { addressOf, trustIn } from '../http/proxies.ts'
import type { Client } from './rooms.ts'

type Connection = Client['conn']

export const TOO_MANY_WINDOWS =
  'Too many windows are open here at once. Please close some and try again.'

/** So many times its share, an address is not even let in to be told. */
const STORMED = 2

/** Counts who is in: so many windows of one holder, and so many from one address. */
export function createTurnstile(config: Config, holders: Holders) {
  const trust = trustIn(config)
  const inside = new Map<string, number>()
  const refused = new WeakSet<Connection>()
  const count = (name: string) => inside.get(name) ?? 0
  const add = (name: string, change: number) => {
    const now = count(name) + change
    if (now > 0) inside.set(name, now)
    else inside.delete(name)
  }
  const addressIn = (request: IncomingMessage) => `address:${addressOf(request, trust)}`

  /** Whether an address sends so many that the next one is turned away at the handshake. */
  const isStormed = (request: IncomingMessage) =>
    config.rateLimits && count(addressIn(request)) >= STORMED * config.socketsPerAddress

  function enter(connection: Connection) {
    const address = addressIn(connection.request)
    const holder = `holder:${holders.of(connection.request).holder}`
    const isFull =
      count(address) >= config.socketsPerAddress || count(holder) >= config.socketsPerHolder
    if (config.rateLimits && isFull) refused.add(connection)
    for (const name of [address, holder]) add(name, 1)
    connection.once('close', () => {
      for (const name of [address, holder]) add(name, -1)
    })
  }

  return { enter, isStormed, isRefused: (connection: Connection) => refused.has(connection) }
}
