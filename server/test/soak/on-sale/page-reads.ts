import { setTimeout as delay } from 'node:timers/promises'
import { createHttpClient } from '#test/support/http-client.ts'

/** How many visitors read pages in turn, and how often one of them does. */
const READERS = 100
const READ_EVERY_MS = 20
const READ_TIMEOUT_MS = 10_000

/** Of the run. A page is slower while PostgreSQL or its node is away. */
const PERIODS = ['before the crash', 'during the crash', 'after the crash'] as const
export type Period = (typeof PERIODS)[number]

interface PageRead {
  /** In which the read was sent. */
  period: Period
  /** The status of the response. `none`: the node was away. `late`: it took longer than READ_TIMEOUT_MS. */
  answer: number | 'none' | 'late'
  tookMs: number
}

type Reader = Record<'cookie' | 'x-forwarded-for', string>

/**
 * Reads what the page of the queue reads, for visitors who wait, until there is no period. A read is sent every READ_EVERY_MS, also while earlier
 * ones are not answered: otherwise one slow answer would hide the reads that would have come meanwhile.
 */
export async function readPages(
  nodes: readonly string[],
  showtimeId: string,
  currentPeriod: () => Period | undefined,
) {
  const path = `/api/showtimes/${showtimeId}/waiting-room`
  const readers = await joinReaders(nodes[0] ?? '', path)
  const calls = [
    { method: 'GET', path },
    { method: 'GET', path: `/api/public/seats/${showtimeId}` },
    { method: 'POST', path },
  ]
  const reads: Promise<PageRead>[] = []
  const startedAt = performance.now()
  for (let n = 0, period = currentPeriod(); period; n += 1, period = currentPeriod()) {
    const { method = '', path: called = '' } = calls[n % calls.length] ?? {}
    const url = `${nodes[Math.floor(n / calls.length) % nodes.length]}${called}`
    reads.push(readPage(url, { method, headers: readers[n % READERS] as Reader }, period))
    await delay(Math.max(0, startedAt + (n + 1) * READ_EVERY_MS - performance.now()))
  }
  return Promise.all(reads)
}

/** Takes positions for the visitors who read pages. They do not use their turn. */
const joinReaders = (url: string, path: string) =>
  Promise.all(
    Array.from({ length: READERS }, async (_, n): Promise<Reader> => {
      const address = `10.99.0.${n}`
      const client = createHttpClient(url, address)
      await client.post(path)
      return { cookie: client.cookies(), 'x-forwarded-for': address }
    }),
  )

async function readPage(
  url: string,
  request: { method: string; headers: Reader },
  period: Period,
): Promise<PageRead> {
  const sentAt = performance.now()
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
  const read = async () => {
    const response = await fetch(url, { ...request, signal })
    await response.arrayBuffer()
    return response.status
  }
  const answer = await read().catch(() => (signal.aborted ? ('late' as const) : ('none' as const)))
  return { period, answer, tookMs: performance.now() - sentAt }
}

/** The median and the p99 of the pages of each period and of the run, and the same of the reads that were answered otherwise. */
export function describePages(reads: readonly PageRead[]) {
  const periods = PERIODS.map(
    (name) => [name, reads.filter(({ period }) => period === name)] as const,
  )
  const figures = [...periods, ['in the whole run', reads] as const].map(([name, own]) => {
    const { 200: pages = [], ...others } = Object.groupBy(own, ({ answer }) => answer)
    const refusals = Object.entries(others).map(
      ([answer, refused = []]) => `${answer}: ${describe(refused)}`,
    )
    const text = [describe(pages), ...refusals].join('; ')
    return [`median and p99 of a page while queueing ${name} (ms)`, text]
  })
  return Object.fromEntries(figures) as Record<string, string>
}

function describe(reads: readonly PageRead[]) {
  const durations = reads.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other)
  const percentile = (share: number) =>
    Math.round(durations[Math.floor(durations.length * share)] ?? 0)
  return `${percentile(0.5)}, ${percentile(0.99)} (${durations.length})`
}
