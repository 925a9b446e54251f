import { expect, test } from 'vitest'
import { browserName } from './sessions.service.ts'

const ON_WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const ON_ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const ON_IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15'

test.each([
  ['Chrome on Windows', `${ON_WINDOWS} Chrome/131.0.0.0 Safari/537.36`],
  ['Microsoft Edge on Windows', `${ON_WINDOWS} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`],
  ['Chrome on Android', `${ON_ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36`],
  [
    'Samsung Internet on Android',
    `${ON_ANDROID} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Safari on iOS', `${ON_IPHONE} (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`],
  ['Chrome on iOS', `${ON_IPHONE} (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1`],
  ['Firefox', 'Mozilla/5.0 Firefox/132.0'],
])('browserName returns %s for its User-Agent header', (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name)
})

test.each([
  [undefined],
  [''],
  [' '],
  ['curl/8.5.0'],
  ['This device/1.0 (Windows NT 10.0)'],
  ['<b>/1.0 '],
  ['x/'.repeat(8000)],
])('browserName returns null for another client, whose header may contain any text: %s', (text) => {
  expect(browserName(text)).toBeNull()
})
