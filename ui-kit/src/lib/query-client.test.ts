import { expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { retryDelay } from './query-client.ts'

const busy = new ApiError(503, 'UNAVAILABLE', 'We are busy.', { retryAfterSeconds: 10 })
const failed = new ApiError(500, 'INTERNAL', 'Something went wrong!')

test.each([
  ['what the server asks for', busy, 0, 10_000, 15_000],
  ['one second after the first failure', failed, 0, 1000, 1500],
  ['two seconds after the second', failed, 1, 2000, 3000],
])(
  'retryDelay is %s, and up to half as much again at random [S-1162]',
  (_, error, failures, least, most) => {
    const random = vi.spyOn(Math, 'random')
    const delays = [0, 0.5, 1].map((value) => {
      random.mockReturnValue(value)
      return retryDelay(failures, error)
    })

    expect(delays).toEqual([least, (least + most) / 2, most])
  },
)
