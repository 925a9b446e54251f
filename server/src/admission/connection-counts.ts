import { createHash } from 'node:crypto'
import type { Redis } from '../cluster/redis.ts'

/** Nodes that live; some may have died since. */
const NODES = 'marquee:nodes'
const windowsOf = (node: string) => `marquee:windows:${node}`
/** For so long a node that says nothing more is counted. Each lives by Redis's clock, and says so four times as often. */
const ALIVE_MS = 2000
export const BEAT_EVERY_MS = 500
/** Stands among the names when nothing is missing: a hash begun anew after Redis has forgotten it has no such field. */
const WHOLE = 'whole'

/**
 * Writes down what this node has of some names, and adds up what all others have of them. Writing comes first, so that of two
 * nodes at the same limit each sees the other. What a dead node has written is gone, and then it is crossed off the list.
 */
const COUNT = `
local others, sums = redis.call('smembers', KEYS[1]), {}
for n = 2, #ARGV, 2 do
  redis.call('hset', KEYS[2], ARGV[n], ARGV[n + 1])
  sums[n / 2] = 0
end
redis.call('pexpire', KEYS[2], ARGV[1])
for _, other in ipairs(others) do
  local windows = 'marquee:windows:' .. other
  if windows ~= KEYS[2] then
    if redis.call('exists', windows) == 0 then redis.call('srem', KEYS[1], other) end
    for n = 2, #ARGV, 2 do
      sums[n / 2] = sums[n / 2] + (tonumber(redis.call('hget', windows, ARGV[n])) or 0)
    end
  end
end
return sums`

export type ConnectionCounts = ReturnType<typeof createConnectionCounts>

/**
 * How many windows other nodes have of one holder or address, so that limits hold for all nodes together. While Redis is away
 * nobody is elsewhere: each node counts for itself. Names are kept as hashes.
 */
export function createConnectionCounts({ client }: Pick<Redis, 'client'>, node: string) {
  const mine = windowsOf(node)
  /** Whether something could not be said: then all has to be said anew. */
  let isBehind = true
  const missed = () => {
    isBehind = true
  }

  /** Says what is here of these names, and hears how many of each are elsewhere. */
  async function elsewhere(here: [name: string, windows: number][]): Promise<number[]> {
    const said = here.flatMap(([name, windows]) => [keyOf(name), String(windows)])
    try {
      const sums = await client.eval(COUNT, {
        keys: [NODES, mine],
        arguments: [String(ALIVE_MS), ...said],
      })
      return Array.isArray(sums) ? sums.map(Number) : []
    } catch {
      missed()
      return here.map(() => 0)
    }
  }

  /** Says that a window is gone. */
  function left(name: string, windows: number) {
    const one = client.multi().hSet(mine, keyOf(name), String(windows)).pExpire(mine, ALIVE_MS)
    void (windows > 0 ? one.exec() : client.hDel(mine, keyOf(name))).catch(missed)
  }

  /** For the clock to call with all that is here: who does not call is soon counted no more. */
  async function beat(inside: ReadonlyMap<string, number>) {
    if (!client.isReady) return missed()
    const [, isKnown] = await client.multi().pExpire(mine, ALIVE_MS).hExists(mine, WHOLE).exec()
    if (Number(isKnown) === 1 && !isBehind) return
    isBehind = false
    const all = [...inside].map(([name, windows]) => [keyOf(name), String(windows)])
    const fields = { ...Object.fromEntries(all), [WHOLE]: '1' }
    const anew = client.multi().del(mine).hSet(mine, fields).pExpire(mine, ALIVE_MS)
    await anew.sAdd(NODES, node).exec()
  }

  return {
    elsewhere,
    left,
    beat: (inside: ReadonlyMap<string, number>) => beat(inside).catch(missed),
    /** A node that closes is counted no more, at once. */
    leave: async () => {
      await client.del(mine).catch(() => undefined)
    },
  }
}

const keyOf = (name: string) => createHash('sha256').update(name).digest('base64url')
