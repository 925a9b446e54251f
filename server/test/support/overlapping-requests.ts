import { isLongRun } from '@marquee/contract/test/random-runs'
import type { Context } from '#src/context.ts'
import { createObservedNode } from './observed-node.ts'
import { createNodeContext } from './test-context.ts'

/** Two requests for the same places, on two nodes. */
export interface Race {
  /** The rival books; otherwise it holds. */
  rivalBooks: boolean
  isRivalFirst: boolean
  start: Start
}

/** When the second request starts: with the first one, when the first one sends a statement, or after it. */
type Start = 'together' | 'afterwards' | { atStatement: number }

/** More than each request sends. */
const STATEMENTS = 24
/** How often a long run repeats the races: the database may still take their statements in any order. */
const LONG_ROUNDS = 2
/** Each start has four races. This number shares no factor with four, so that a short run has all kinds of races. */
const SHORT_STEP = 7

/** All ways in which two requests can start. A short run tries some of them. */
export function createRaces(): Race[] {
  const counts = Array.from({ length: STATEMENTS }, (_, n) => n + 1)
  const starts: Start[] = [
    'together',
    'afterwards',
    ...counts.map((atStatement) => ({ atStatement })),
  ]
  const races = starts.flatMap((start) =>
    [true, false].flatMap((rivalBooks) =>
      [true, false].map((isRivalFirst) => ({ rivalBooks, isRivalFirst, start })),
    ),
  )
  if (isLongRun) return Array.from({ length: LONG_ROUNDS }, () => races).flat()
  return races.filter((_, n) => n % SHORT_STEP === 0)
}

type Send = (node: Context) => Promise<unknown>

/** Sends two requests. Returns their promises. */
export function overlapRequests(ctx: Context, start: Start, [first, second]: [Send, Send]) {
  const started = Promise.withResolvers<void>()
  const begin = () => started.resolve()
  const node = createObservedNode(ctx, (count) => {
    if (typeof start === 'object' && count >= start.atStatement) begin()
  })
  const one = first(node)
  if (start === 'together') begin()
  // The first request may end before that statement.
  one.then(begin, begin)
  return [one, started.promise.then(() => second(createNodeContext(ctx)))]
}
