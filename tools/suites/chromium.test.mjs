import { expect, test } from 'vitest'
import { chromiumAdvice, findChromium } from './chromium.mjs'

/** A machine on which exactly these files exist. */
const on = (platform, files, env = {}) =>
  findChromium({ env, platform, exists: (path) => files.includes(path) })

test('CHROMIUM_PATH comes before what PATH offers', () => {
  const env = { CHROMIUM_PATH: '/mine/chrome', PATH: '/usr/bin' }

  expect(on('linux', ['/mine/chrome', '/usr/bin/chromium'], env)).toBe('/mine/chrome')
})

test('a CHROMIUM_PATH that leads nowhere is not replaced in silence', () => {
  const env = { CHROMIUM_PATH: '/gone', PATH: '/usr/bin' }

  expect(on('linux', ['/usr/bin/chromium'], env)).toBeUndefined()
  expect(chromiumAdvice(env)).toContain('CHROMIUM_PATH names /gone')
})

test.each(['chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge'])(
  '%s on PATH is found',
  (name) => {
    expect(on('linux', [`/opt/bin/${name}`], { PATH: '/usr/bin:/opt/bin' })).toBe(
      `/opt/bin/${name}`,
    )
  },
)

test('the usual place of macOS is searched', () => {
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

  expect(on('darwin', [chrome], { PATH: '/usr/bin' })).toBe(chrome)
})

test('the usual place of Windows is searched', () => {
  const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'

  expect(on('win32', [edge], { 'ProgramFiles(x86)': 'C:\\Program Files (x86)' })).toBe(edge)
})

test('a machine without any is told the ways', () => {
  expect(on('linux', [], { PATH: '/usr/bin' })).toBeUndefined()
  expect(chromiumAdvice({})).toMatch(/apt-get[\s\S]*CHROMIUM_PATH[\s\S]*--only unit/)
})
