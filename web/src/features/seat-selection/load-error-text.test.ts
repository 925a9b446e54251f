import { expect, test } from 'vitest'
import { ApiError } from '#lib/api.ts'
import { loadErrorText } from './load-error-text.ts'

const NO_ERRORS = { movie: null, showtime: null, places: null }
const notFound = new ApiError(404, 'NOT_FOUND', 'Not found.', { serverMessage: 'Not found.' })
const busy = new ApiError(503, 'UNAVAILABLE', 'Busy.', { serverMessage: 'Busy.' })
const offline = new ApiError(0, 'OFFLINE', 'No connection.')

test.each([
  [
    'a missing movie',
    { movie: notFound },
    'The selected movie could not be found. It may have been removed from our system.',
  ],
  [
    'a missing showtime',
    { showtime: notFound },
    'The selected showtime is no longer available. Please choose another showtime.',
  ],
  [
    'missing places',
    { places: notFound },
    'The selected showtime is no longer available. Please choose another showtime.',
  ],
  ['an error with a server message', { places: busy }, 'Busy.'],
  ['an error without an answer', { showtime: offline }, 'An error occurred while fetching data.'],
  ['no error', {}, undefined],
])(
  'loadErrorText of %s is as specified [R-8.14][R-8.15][R-8.16][R-8.17]',
  (_error, errors, text) => {
    expect(loadErrorText({ ...NO_ERRORS, ...errors })).toBe(text)
  },
)
