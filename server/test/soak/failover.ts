import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { openPool, queriesOver } from '#src/database/postgres.ts'
import type { Schema } from '#src/database/schema.ts'
import { runCluster } from '#test/cluster/command.ts'
import { createDataDir } from '#test/support/server-process.ts'
import { createPostgresDatabase } from '#test/support/test-postgres.ts'
import { aBuyer } from './buyer.ts'
import { doSomething } from './contention.ts'
import { newHistory } from './history.ts'
import { faultsInBooks } from './invariants.ts'
import { wrongMaps } from './maps.ts'
import { type Show, showsOf, writeProgramme } from './showtimes.ts'
import { within } from './timeouts.ts'
import { aVisitor, type Visitor } from './visitor.ts'
import { aWatcher, type Watcher } from './watcher.ts'

/** What the product promises: everybody is back within this, and every map right after that. */
const BACK_WITHIN_MS = 15_000
const RIGHT_WITHIN_MS = 2000
const BUYERS = 4
const BETWEEN_MS = 400
/** Pages behind one address: its whole share, so that whoever is counted twice is refused. */
const HOUSEHOLD = 40
const AT_ONCE = 25
const SETTLED_MS = 2000

interface Scale {
  postgres: string
  redis: string
  watchers: number
}

/**
 * Many pages watch a map at three nodes while some people buy. One node dies; everybody has to find the way back to the others,
 * in time, although every address has all the windows it may have, and then see the truth.
 */
export async function exodus({ postgres, redis, watchers: many }: Scale) {
  await using opened = new AsyncDisposableStack()
  const data = createDataDir()
  opened.defer(data.remove)
  const database = await createPostgresDatabase(postgres)
  opened.defer(async () => void (await database.drop()))
  const cluster = runCluster({
    DATABASE_URL: database.url,
    REDIS_URL: redis,
    DATA_DIR: data.dataDir,
    CATALOGUE: writeProgramme(data.dataDir, 1),
    SOCKETS_PER_ADDRESS: String(HOUSEHOLD),
    // The balancer, and the proxy before it, whose word on the address each of these clients gives.
    TRUST_PROXY: '2',
  })
  opened.defer(async () => void (await cluster.close()))
  const url = await cluster.url()
  const [show] = (await showsOf({ url })).crowd
  if (!show) throw new Error('There is no show to watch')

  const history = newHistory()
  const watchers = await arrive(url, show, { many, seen: history.seen })
  opened.defer(() => {
    for (const watcher of watchers) watcher.close()
  })
  const visitors = await Promise.all(
    Array.from({ length: BUYERS }, async (_, n) => {
      const visitor = await aVisitor({ url }, await aBuyer({ url }, n), { history })
      await visitor.goTo(show.showtimeId)
      return visitor
    }),
  )
  opened.defer(() => {
    for (const visitor of visitors) visitor.close()
  })

  let isOver = false
  const buying = visitors.map((visitor) =>
    keepBuying(visitor, show, { history, isOver: () => isOver }),
  )
  await pause(SETTLED_MS)
  const back = watchers.map((watcher) => watcher.inRoom())
  const killedAt = performance.now()
  process.kill((await cluster.nodes()).get('node 1')?.pid ?? 0, 'SIGKILL')
  await cluster.heard(/node 1 was killed/)
  await pause(SETTLED_MS)
  const exiles = watchers.flatMap((watcher, n) =>
    watcher.times.broken >= killedAt ? [{ watcher, back: back[n] as Promise<number> }] : [],
  )
  const late = pause(BACK_WITHIN_MS - (performance.now() - killedAt), undefined, { ref: false })
  const returns = await Promise.all(exiles.map(({ back }) => Promise.race([back, late])))
  isOver = true
  await Promise.all(buying)

  const inBooks = async <T>(read: (books: Kysely<Schema>) => Promise<T>) => {
    const pool = openPool(database.url, { onLost: () => undefined, connections: 1 })
    const books = queriesOver(pool)
    return read(books).finally(() => books.destroy())
  }
  const look = () => wrongMaps({ inBooks }, show.showtimeId, [...watchers, ...visitors])
  const missing = returns.filter((at) => at === undefined).length
  const violations = [
    ...history.seen,
    ...(exiles.length === 0 ? ['nobody was at the node that died'] : []),
    ...(missing > 0 ? [`${missing} were not back after ${BACK_WITHIN_MS} ms`] : []),
    ...(await within(RIGHT_WITHIN_MS, look)),
    ...(await inBooks((books) => faultsInBooks(books, history))),
  ]
  return { violations, ...figuresOf(exiles, returns, killedAt), changes: history.acts.length }
}

/** Some at a time, as a hall fills. */
async function arrive(
  url: string,
  { showtimeId }: Show,
  { many, seen }: { many: number; seen: string[] },
) {
  const watchers: Watcher[] = []
  while (watchers.length < many) {
    const some = Array.from({ length: Math.min(AT_ONCE, many - watchers.length) }, (_, n) => {
      const household = Math.floor((watchers.length + n) / HOUSEHOLD)
      const address = `10.${household >> 8}.${household & 255}.1`
      return aWatcher(url, { address, showtimeId, seen })
    })
    await Promise.all(some.map((watcher) => watcher.inRoom()))
    watchers.push(...some)
  }
  return watchers
}

async function keepBuying(
  visitor: Visitor,
  show: Show,
  { history, isOver }: { history: ReturnType<typeof newHistory>; isOver: () => boolean },
) {
  while (!isOver()) {
    await doSomething(visitor, show, history)
    await pause(Math.random() * 2 * BETWEEN_MS)
  }
}

type Exile = { watcher: Watcher }

/** How long the way back took, how far apart they first knocked again, and how many had to wait for the dead node's count. */
function figuresOf(exiles: Exile[], returns: (number | undefined)[], killedAt: number) {
  const after = (times: number[]) =>
    times.map((at) => Math.round(at - killedAt)).toSorted((one, other) => one - other)
  const back = after(returns.filter((at) => at !== undefined))
  const knocks = after(exiles.map(({ watcher }) => watcher.times.triedAgain))
  const tenths = Map.groupBy(knocks, (ms) => Math.floor(ms / 100))
  return {
    exiles: exiles.length,
    backMedianMs: back[Math.floor(back.length / 2)],
    backLastMs: back.at(-1),
    firstKnockMs: knocks[0],
    lastKnockMs: knocks.at(-1),
    mostKnocksIn100Ms: Math.max(...[...tenths.values()].map((some) => some.length)),
    refusals: exiles.reduce((sum, { watcher }) => sum + watcher.times.refusals, 0),
  }
}
