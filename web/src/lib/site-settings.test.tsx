import { expect, test } from 'vitest'
import { readSiteSettings } from './site-settings.ts'

test.each([
  ['without settings', '', { googleSignIn: false }],
  ['with one setting', '{"googleSignIn":true}', { googleSignIn: true }],
])('readSiteSettings returns the defaults of what is missing in a page %s', (_, json, settings) => {
  document.head.innerHTML = `<script type="application/json" id="cinema">${json}</script>`

  expect(readSiteSettings()).toMatchObject({
    ...settings,
    brandName: 'Marquee',
    gapRule: 'warn',
    refundPolicy: [],
  })
})
