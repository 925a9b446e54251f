import { ApiError } from '@marquee/ui-kit/lib/api.ts'
import { expect, test } from 'vitest'
import { bookingsErrorMessage } from './bookings-error.ts'

test.each([
  [new ApiError(0, 'OFFLINE', 'No connection.'), 'No connection.'],
  [new Error('The list is damaged.'), 'The list is damaged.'],
  [new Error(''), 'Failed to fetch bookings'],
])('bookingsErrorMessage(%s) returns %j [R-8.10][R-8.11]', (error, message) => {
  expect(bookingsErrorMessage(error)).toBe(message)
})
