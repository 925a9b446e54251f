import { tooBusy } from './semaphore.ts'

/** With so many, what another batch can do beside it is left to that. */
const ENOUGH = 16
const WAITING = 20_000

export interface Asked {
  showtimeId: string
}

/**
 * Gathers what is asked while the database is at work, to be done together: a transaction for many costs little more than one
 * for each. What is `alike` goes together; a showtime is in one batch at a time, so that batches never wait for each other in the
 * database; and the wishes of one name are done one after another. Throws UNAVAILABLE when too much waits.
 */
export function createBatchQueue<Wish extends Asked, Answer>({
  alike,
  namesOf,
  most,
  atOnce,
  together,
}: {
  alike: (one: Wish, other: Wish) => boolean
  namesOf: (wish: Wish) => string[]
  /** So many at once. */
  most: number
  /** So many batches beside each other. */
  atOnce: number
  /** Answers by number, each in its own time. */
  together: (wishes: Wish[]) => Promise<(() => Answer | Promise<Answer>)[]>
}) {
  const enough = atOnce > 1 ? ENOUGH : most
  type Entry = PromiseWithResolvers<Answer> & { wish: Wish }
  let waiting: Entry[] = []
  const busy = new Set<string>()
  let underWay = 0
  let isCalled = false

  async function ask(wish: Wish): Promise<Answer> {
    if (waiting.length >= WAITING) throw tooBusy()
    const entry = { wish, ...Promise.withResolvers<Answer>() }
    waiting.push(entry)
    if (!isCalled) setImmediate(start)
    isCalled = true
    return entry.promise
  }

  function start() {
    isCalled = false
    while (underWay < atOnce) {
      const batch = next()
      if (batch.length === 0) return
      void go(batch)
    }
  }

  function next() {
    const seen = new Set<string>()
    const ready = waiting.filter(({ wish }) => {
      const names = namesOf(wish)
      const isFirst = !names.some((name) => seen.has(name))
      for (const name of names) seen.add(name)
      return isFirst && !busy.has(wish.showtimeId)
    })
    const kin = ready.filter(({ wish }) => alike((ready[0] as Entry).wish, wish))
    const batch: Entry[] = []
    // Showtime by showtime, so that the rest can go beside it.
    for (const ofShow of Map.groupBy(kin, ({ wish }) => wish.showtimeId).values()) {
      if (batch.length < enough) batch.push(...ofShow.slice(0, most - batch.length))
    }
    const taken = new Set(batch)
    waiting = waiting.filter((entry) => !taken.has(entry))
    return batch
  }

  async function go(batch: Entry[]) {
    const showtimes = new Set(batch.map(({ wish }) => wish.showtimeId))
    for (const id of showtimes) busy.add(id)
    underWay += 1
    try {
      const answers = await together(batch.map(({ wish }) => wish))
      for (const [n, { resolve }] of batch.entries()) resolve(Promise.try(answers[n] as Answered))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    underWay -= 1
    for (const id of showtimes) busy.delete(id)
    start()
  }
  type Answered = () => Answer | Promise<Answer>

  return ask
}
