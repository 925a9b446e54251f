import { expect, test } from 'vitest'
import { ApiError } from '#lib/api.ts'
import { paymentErrorDialog } from './payment-error.ts'

const DEFAULT_TEXT = 'There was an error processing your payment'
const answersOf = (error: unknown) =>
  paymentErrorDialog(error).actions?.map(({ value: answer }) => answer)

test.each([
  [
    'the error message of an offline browser',
    new ApiError(0, 'OFFLINE', 'We cannot reach the cinema just now.'),
    'We cannot reach the cinema just now.',
  ],
  ['the default text for an empty message', new Error(''), DEFAULT_TEXT],
  ['the default text for a thrown string', 'odd', DEFAULT_TEXT],
  [
    'the default text for an answer without a message',
    new ApiError(502, 'INTERNAL', 'Something went wrong!'),
    DEFAULT_TEXT,
  ],
])(
  'paymentErrorDialog shows %s and offers to try again [R-8.23][R-8.24][R-8.25]',
  (_text, error, text) => {
    expect(paymentErrorDialog(error)).toMatchObject({
      title: 'Payment Failed',
      text,
      actions: [{ label: 'Try Again' }],
    })
  },
)

test('paymentErrorDialog shows the reference of an order that is already booked', () => {
  const serverMessage = 'You have booked these seats.'
  const error = new ApiError(409, 'ALREADY_BOOKED', serverMessage, {
    serverMessage,
    bookingReference: 'MQ-ABCDEFGHJK',
  })

  expect(paymentErrorDialog(error).text).toBe(`${serverMessage}\nBooking Reference: MQ-ABCDEFGHJK`)
  expect(answersOf(error)).toEqual(['bookings'])
})
