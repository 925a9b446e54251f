import { expect, test } from 'vitest'
import { findChromium } from './chromium.mjs'

const EDGE = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
const PATH = '/usr/bin:/opt/bin'

test.each([
  ['a browser on PATH', 'linux', ['/opt/bin/google-chrome'], { PATH }, '/opt/bin/google-chrome'],
  [
    'CHROMIUM_PATH before PATH',
    'linux',
    ['/mine/chrome', '/usr/bin/chromium'],
    { CHROMIUM_PATH: '/mine/chrome', PATH },
    '/mine/chrome',
  ],
  [
    'the install path of Windows',
    'win32',
    [EDGE],
    { 'ProgramFiles(x86)': 'C:\\Program Files (x86)' },
    EDGE,
  ],
  [
    'nothing when CHROMIUM_PATH does not exist',
    'linux',
    ['/usr/bin/chromium'],
    { CHROMIUM_PATH: '/gone', PATH },
    undefined,
  ],
  ['nothing when there is no browser', 'linux', [], { PATH }, undefined],
])('findChromium finds %s', (_, platform, files, env, expected) => {
  expect(findChromium({ env, platform, exists: (path) => files.includes(path) })).toBe(expected)
})
