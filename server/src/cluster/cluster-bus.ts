import * as z from 'zod/mini'
import type { Redis } from './redis.ts'

const CHANNEL = 'marquee:news'
/** The first hint of a quiet moment goes out at once, the others together: their number says nothing. */
const GATHER_MS = 20

/** What other nodes should look at in the database. Hints alone: nobody is worse off than late when one is lost. */
const News = z.object({
  from: z.string(),
  /** Showtimes whose claims have changed. */
  showtimeIds: z.array(z.string()),
  /** Whether notices have been left. */
  notices: z.boolean(),
})

interface Listeners {
  changed: (showtimeId: string) => void
  noticed: () => void
}

export type News = ReturnType<typeof createClusterBus>

/** Tells the other nodes what has happened here, and this one what has happened there. */
export function createClusterBus(
  redis: Pick<Redis, 'client' | 'hear'>,
  node: string,
  { changed, noticed }: Listeners,
) {
  let untold = nothing()
  let lastSaid = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function sayLater() {
    timer ??= setTimeout(say, Math.max(0, lastSaid + GATHER_MS - performance.now()))
  }

  function say() {
    const news = { from: node, showtimeIds: [...untold.showtimeIds], notices: untold.notices }
    timer = undefined
    untold = nothing()
    lastSaid = performance.now()
    // Whoever does not hear it finds out by comparing.
    redis.client.publish(CHANNEL, JSON.stringify(news)).catch(() => undefined)
  }

  redis.hear(CHANNEL, (message) => {
    const news = readNews(message)
    if (!news || news.from === node) return
    for (const showtimeId of news.showtimeIds) changed(showtimeId)
    if (news.notices) noticed()
  })

  return {
    tellChanged: (showtimeId: string) => {
      untold.showtimeIds.add(showtimeId)
      sayLater()
    },
    tellNoticed: () => {
      untold.notices = true
      sayLater()
    },
    close: () => clearTimeout(timer),
  }
}

const nothing = () => ({ showtimeIds: new Set<string>(), notices: false })

/** Nothing, if it is not ours: a later version may say more. */
function readNews(message: string) {
  try {
    return z.safeParse(News, JSON.parse(message)).data
  } catch {
    return undefined
  }
}
