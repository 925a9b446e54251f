import { expect, test } from 'vitest'
import { ApiError } from '#lib/api.ts'
import { paymentProblem } from './payment-problem.ts'

const answersOf = (error: unknown) => paymentProblem(error).actions?.map(({ answer }) => answer)

test('a failed payment quotes the server and can be tried again [R-8.23]', () => {
  const busy = new ApiError(503, 'UNAVAILABLE', 'Busy.', { said: 'The cinema is busy.' })

  expect(paymentProblem(busy)).toMatchObject({
    title: 'Payment Failed',
    text: 'The cinema is busy.',
    actions: [{ label: 'Try Again' }],
  })
})

test('a failure of which the server knows nothing speaks for itself [R-8.24]', () => {
  const offline = new ApiError(0, 'OFFLINE', 'We cannot reach the cinema just now.')

  expect(paymentProblem(offline).text).toBe('We cannot reach the cinema just now.')
  expect(paymentProblem(new Error('Failed to create booking')).text).toBe(
    'Failed to create booking',
  )
})

test('a failure without words gets the words of the house [R-8.25]', () => {
  expect(paymentProblem(new Error('')).text).toBe('There was an error processing your payment')
  expect(paymentProblem('odd').text).toBe('There was an error processing your payment')
  expect(paymentProblem(new ApiError(502, 'INTERNAL', 'Something went wrong!')).text).toBe(
    'There was an error processing your payment',
  )
})

test('seats lost on the way lead back to the hall first', () => {
  expect(answersOf(new ApiError(409, 'TAKEN', 'A1 has just been taken.'))).toEqual([
    'seats',
    'again',
  ])
})

test('what was paid for before names its reference and leads to the bookings', () => {
  const said = 'You have booked these seats.'
  const already = new ApiError(409, 'ALREADY_BOOKED', said, {
    said,
    bookingReference: 'MQ-ABCDEFGHJK',
  })

  expect(paymentProblem(already).text).toBe(`${said}\nBooking Reference: MQ-ABCDEFGHJK`)
  expect(answersOf(already)).toEqual(['bookings'])
})
