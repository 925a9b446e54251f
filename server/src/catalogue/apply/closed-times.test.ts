import { expect, test } from 'vitest'
import { isWithinHours } from './closed-times.ts'

const ZONE = 'Asia/Kolkata'
const show = (time: string, duration: number) => ({
  starts_at: Date.parse(`2026-12-02T${time}:00+05:30`),
  duration,
})

test.each([
  ['begins when the cinema opens', '09:00', 120, true],
  ['begins before it opens', '08:59', 120, false],
  ['ends when it closes after midnight', '23:00', 120, true],
  ['ends after it has closed', '23:00', 121, false],
  ['begins after midnight', '00:30', 30, true],
  ['begins while it is closed', '01:00', 30, false],
])('a show that %s is within the opening hours or not [S-980]', (_, time, duration, isWithin) => {
  const hours = { opens: '09:00', closes: '01:00' }
  expect(isWithinHours(hours, show(time, duration), ZONE)).toBe(isWithin)
})

test('a show is within the opening hours of one day, and of a cinema that never closes [S-980]', () => {
  const day = { opens: '10:00', closes: '22:00' }
  expect(isWithinHours(day, show('20:00', 120), ZONE)).toBe(true)
  expect(isWithinHours(day, show('20:01', 120), ZONE)).toBe(false)
  expect(isWithinHours({ opens: '06:00', closes: '06:00' }, show('05:00', 180), ZONE)).toBe(true)
})
