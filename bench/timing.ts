/** The value at the given fraction of the sorted values. */
export function quantile(values: number[], fraction: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

export const median = (values: number[]) => quantile(values, 0.5)

const WARM_UP_MS = 1000

export interface MeasuredRate {
  perSecond: number
  /** Milliseconds. */
  p99: number
}

export const toRate = (milliseconds: number[], seconds: number): MeasuredRate => ({
  perSecond: milliseconds.length / seconds,
  p99: quantile(milliseconds, 0.99),
})

/** The duration of a call in milliseconds. */
export async function timeOf(call: () => Promise<unknown>) {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

/**
 * Each client repeats its request for the given seconds, after a second of warm-up. A request counts if `request` resolves
 * with true.
 */
export async function measureRate<Client>(
  clients: Client[],
  seconds: number,
  request: (client: Client, n: number) => Promise<boolean>,
): Promise<MeasuredRate> {
  const from = performance.now() + WARM_UP_MS
  const to = from + seconds * 1000
  const times: number[] = []
  await Promise.all(
    clients.map(async (client) => {
      for (let n = 0; performance.now() < to; n += 1) {
        const sentAt = performance.now()
        const counts = await request(client, n)
        const answeredAt = performance.now()
        if (counts && answeredAt >= from && answeredAt < to) times.push(answeredAt - sentAt)
      }
    }),
  )
  return toRate(times, seconds)
}
