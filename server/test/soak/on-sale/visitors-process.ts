import {
  createQueueingVisitor,
  type OnSaleTerms,
  type QueueingVisitor,
} from './queueing-visitor.ts'

/** What the run sends to a process that plays visitors: the visitors, then `end`. It answers `connected`, then their reports. */
export type Assignment = { visitors: QueueingVisitor[]; terms: OnSaleTerms } | 'end'

const AT_ONCE = 50
let playing: ReturnType<typeof createQueueingVisitor>[] = []

async function play({ visitors, terms }: Exclude<Assignment, 'end'>) {
  playing = visitors.map((visitor, n) => createQueueingVisitor(visitor, terms, n))
  const waiting = [...playing]
  const comeInTurn = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await next.joinQueue()
      await next.start()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, comeInTurn))
  process.send?.('connected')
}

// The clock of the tests listens too, but lets the process end.
process.channel?.ref()
process.on('message', (assignment: Assignment) => {
  if (assignment !== 'end') return void play(assignment)
  const reports = playing.map(({ close }) => close())
  process.send?.(reports, () => process.exit())
})
