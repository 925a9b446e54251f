import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { createQueryClient } from './query-client.ts'
import { retryDelay, shouldRetry } from './retry.ts'

beforeEach(() => void vi.useFakeTimers())

const failure = (status: number, retryAfterMs?: number, code: ApiError['code'] = 'INTERNAL') =>
  new ApiError(status, code, 'Not now.', { retryAfterMs })

/** How often an action that always fails like this is run. */
async function countAttempts(
  error: Error,
  run: (action: () => Promise<never>) => Promise<unknown>,
) {
  const action = vi.fn(async () => Promise.reject(error))
  const end = run(action).catch((thrown: unknown) => thrown)
  await vi.runAllTimersAsync()
  expect(await end).toBe(error)
  return action.mock.calls.length
}

const read = (queryFn: () => Promise<never>) =>
  createQueryClient().fetchQuery({ queryKey: ['read'], queryFn })
const write = (mutationFn: () => Promise<never>) => {
  const client = createQueryClient()
  return client
    .getMutationCache()
    .build(client, client.defaultMutationOptions({ mutationFn }))
    .execute(undefined)
}

test.each([
  ['that is refused with 429', failure(429), 4],
  ['that is refused with 503', failure(503), 4],
  ['after which the server asks for five seconds', failure(503, 5_000), 4],
  ['after which the server asks for a minute', failure(429, 60_000), 1],
  ['that fails with 500', failure(500), 3],
  ['without a response', failure(0), 3],
  ['that is refused with 404', failure(404), 1],
  ['that is refused with 409', failure(409), 1],
  ['that needs a proof of work', failure(429, 2_000, 'CHALLENGE'), 1],
  ['that needs a turn', failure(429, 2_000, 'QUEUE'), 1],
])('a read %s is sent a bounded number of times [S-1146]', async (_, error, attempts) => {
  expect(await countAttempts(error, read)).toBe(attempts)
})

test('a write is sent once, also if the server is busy [S-1146]', async () => {
  expect(await countAttempts(failure(503), write)).toBe(1)
  expect(shouldRetry(0, failure(503))).toBe(true)
})

test.each([
  ['nothing', undefined, [2_000, 3_000], [8_000, 12_000]],
  ['five seconds', 5_000, [5_000, 7_500], [20_000, 30_000]],
])(
  'a busy server that asks for %s is asked again after that time, up to half as long again at random, and later each time [S-1146]',
  (_, retryAfterMs, first, third) => {
    const error = failure(503, retryAfterMs)
    const delays = (random: number) => {
      vi.spyOn(Math, 'random').mockReturnValue(random)
      return [retryDelay(0, error), retryDelay(2, error)]
    }
    expect(delays(0)).toEqual([first[0], third[0]])
    expect(delays(1)).toEqual([first[1], third[1]])
  },
)
