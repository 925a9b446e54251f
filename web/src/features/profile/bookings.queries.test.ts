import { expect, test } from 'vitest'
import { bookingsFailure } from '#features/profile/bookings.queries.ts'
import { ApiError } from '#lib/api.ts'

test.each([
  ['a renewal that failed', new ApiError(401, 'UNAUTHENTICATED', 'Who are you?')],
  ['a refusal', new ApiError(403, 'FORBIDDEN', 'Not yours.')],
])('%s ends the session', (_, error) => {
  expect(bookingsFailure(error)).toBe('Your session has expired. Please log in again.')
})

test('of any other failure the server is quoted', () => {
  const busy = new ApiError(503, 'UNAVAILABLE', 'Busy.', { serverMessage: 'Busy.' })

  expect(bookingsFailure(busy)).toBe('Busy.')
})

test('a failure of which the server knows nothing speaks for itself [R-8.10]', () => {
  expect(bookingsFailure(new ApiError(0, 'OFFLINE', 'No connection.'))).toBe('No connection.')
  expect(bookingsFailure(new Error('The list is torn.'))).toBe('The list is torn.')
})

test('where nobody has said anything, the house does [R-8.11]', () => {
  expect(bookingsFailure(new ApiError(502, 'INTERNAL', 'Something went wrong!'))).toBe(
    'Failed to fetch bookings',
  )
  expect(bookingsFailure(new Error(''))).toBe('Failed to fetch bookings')
})
