import { expect, test } from 'vitest'
import { ApiError } from '#lib/api.ts'
import { loadProblem } from './load-problem.ts'

const NONE = { movie: null, showtime: null, places: null }
const missing = new ApiError(404, 'NOT_FOUND', 'Not found.', { said: 'Not found.' })

test.each([
  ['movie', 'The selected movie could not be found. It may have been removed from our system.'],
  ['showtime', 'The selected showtime is no longer available. Please choose another showtime.'],
  ['places', 'The selected showtime is no longer available. Please choose another showtime.'],
])('a %s that is not there has its own sentence [R-8.14][R-8.15]', (part, sentence) => {
  expect(loadProblem({ ...NONE, [part]: missing })).toBe(sentence)
})

test('otherwise the server is quoted [R-8.16]', () => {
  const busy = new ApiError(503, 'UNAVAILABLE', 'Busy.', { said: 'Busy.' })

  expect(loadProblem({ ...NONE, places: busy })).toBe('Busy.')
})

test('where the server said nothing, the house does [R-8.17]', () => {
  const offline = new ApiError(0, 'OFFLINE', 'No connection.')

  expect(loadProblem({ ...NONE, showtime: offline })).toBe('An error occurred while fetching data.')
  expect(loadProblem(NONE)).toBeUndefined()
})
