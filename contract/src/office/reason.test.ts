import { expect, test } from 'vitest'
import { Reason } from './reason.ts'

test('a reason with a line break is refused with a message about the reason', () => {
  const { error } = Reason.safeParse('Projector broken\nBcc: all@example.com')

  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Please enter the reason without line breaks.',
  ])
})
