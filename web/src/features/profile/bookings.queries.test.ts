import { expect, test } from 'vitest'
import { bookingsErrorMessage } from '#features/profile/bookings.queries.ts'
import { ApiError } from '#lib/api.ts'

test.each([
  ['failed renewal', new ApiError(401, 'UNAUTHENTICATED', 'Not signed in.')],
  ['refusal', new ApiError(403, 'FORBIDDEN', 'Not yours.')],
])('bookingsErrorMessage after a %s reports the expired session', (_, error) => {
  expect(bookingsErrorMessage(error)).toBe('Your session has expired. Please log in again.')
})

test('bookingsErrorMessage returns the message of the server', () => {
  const busy = new ApiError(503, 'UNAVAILABLE', 'Busy.', { serverMessage: 'Busy.' })

  expect(bookingsErrorMessage(busy)).toBe('Busy.')
})

test('bookingsErrorMessage returns the error message when the server did not answer [R-8.10]', () => {
  expect(bookingsErrorMessage(new ApiError(0, 'OFFLINE', 'No connection.'))).toBe('No connection.')
  expect(bookingsErrorMessage(new Error('The list is damaged.'))).toBe('The list is damaged.')
})

test('bookingsErrorMessage without any message returns the default [R-8.11]', () => {
  expect(bookingsErrorMessage(new ApiError(502, 'INTERNAL', 'Something went wrong!'))).toBe(
    'Failed to fetch bookings',
  )
  expect(bookingsErrorMessage(new Error(''))).toBe('Failed to fetch bookings')
})
