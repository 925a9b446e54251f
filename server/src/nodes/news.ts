import { type Push, serverEvents } from '@marquee/contract/socket'
import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import type { Redis } from './redis.ts'

const CHANNEL = 'marquee:news'
/** So long a node gathers what it has to say: a show that changes a thousand times is named a hundred times a second. */
const GATHER_MS = 10

const Letter = z.object({
  /** The node that writes. */
  from: z.string(),
  /** Showtimes whose claims have changed. */
  changed: z.array(z.string()),
  /** Holds that ran out. */
  expired: z.array(z.object({ holder: z.string(), push: serverEvents.holdExpired })),
})
type Letter = z.infer<typeof Letter>

/** What there is to tell, and whoever tells it to the windows of a node. */
interface Teller {
  publish: (showtimeId: string) => void
  tellExpired: (holder: string, push: Push<'holdExpired'>) => void
}

/**
 * What the nodes tell each other. It only makes the truth travel faster: each of them compares what it has told with the
 * database every second, so what gets lost on the way is a second late.
 */
export function openNews(redis: Redis, log: Log, here: Teller) {
  const node = crypto.randomUUID()
  let changed = new Set<string>()
  let expired: Letter['expired'] = []
  let isGathering = false

  function gather() {
    if (isGathering) return
    isGathering = true
    setTimeout(() => void send(), GATHER_MS)
  }

  async function send() {
    const letter: Letter = { from: node, changed: [...changed], expired }
    changed = new Set()
    expired = []
    isGathering = false
    await redis
      .publish(CHANNEL, JSON.stringify(letter))
      .catch((error: unknown) => log.debug({ err: error }, 'news were lost'))
  }

  function hear(text: string) {
    const { data: letter } = z.safeParse(Letter, parsed(text))
    if (!letter) return log.warn('news that nobody understands')
    if (letter.from === node) return
    for (const showtimeId of letter.changed) here.publish(showtimeId)
    for (const { holder, push } of letter.expired) here.tellExpired(holder, push)
  }

  // A line of its own: one that listens can say nothing. It asks for its channel again whenever it comes back.
  const ear = redis.duplicate({ disableOfflineQueue: false })
  ear.on('error', () => undefined)
  const heard = ear.connect().then(() => ear.subscribe(CHANNEL, hear))
  heard.catch((error: unknown) => log.warn({ err: error }, 'nobody hears the news'))

  return {
    publish: (showtimeId: string) => {
      changed.add(showtimeId)
      gather()
    },
    tellExpired: (holder: string, push: Push<'holdExpired'>) => {
      expired.push({ holder, push })
      gather()
    },
    close: () => ear.destroy(),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
