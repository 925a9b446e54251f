import { expect, test } from 'vitest'
import { negotiateEncoding } from './encoded-body.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['deflate', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('negotiateEncoding of "%s" returns %s', (accepted, encoding) => {
  expect(negotiateEncoding(accepted)).toBe(encoding)
})
