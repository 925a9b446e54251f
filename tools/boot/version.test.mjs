import { expect, test } from 'vitest'
import { fits } from './version.mjs'

const RANGE = '^24.15.0 || >=26'

test.each(['v24.15.0', 'v24.21.0', 'v26.0.0', 'v27.3.1', '24.15.1'])('%s fits', (version) => {
  expect(fits(version, RANGE)).toBe(true)
})

test.each(['v20.20.2', 'v22.18.0', 'v24.14.9', 'v25.9.0', 'v4.99.0'])('%s does not', (version) => {
  expect(fits(version, RANGE)).toBe(false)
})

test('a range in any other form is refused, not guessed', () => {
  expect(() => fits('v24.0.0', '24.x')).toThrow('24.x')
})
