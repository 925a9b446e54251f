import { expect, test } from 'vitest'
import { parseReference } from './booking-reference.ts'

test.each([
  ['MQ-7KX2M9QRT4', 'MQ-7KX2M9QRT4'],
  ['mq 7kx2m 9qrt4', 'MQ-7KX2M9QRT4'],
  ['mq7kx2m9qrt4', 'MQ-7KX2M9QRT4'],
  [' 7KX2M–9QRT4 ', 'MQ-7KX2M9QRT4'],
  ['MQ2M9QRT4K', 'MQ-MQ2M9QRT4K'],
  ['MQ-7KX2M9QRT', undefined],
  ['MQ-7KX2M9QRT44', undefined],
  ['MQ-7KX2M9QRTO', undefined],
  ['https://example.com', undefined],
])('parseReference reads %j as %s', (text, reference) => {
  expect(parseReference(text)).toBe(reference)
})
