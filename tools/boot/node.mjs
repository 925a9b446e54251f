import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './project.mjs'
import { npm } from './run.mjs'

const PINNED = join(ROOT, 'tools/node')
const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'))

/** The range of Node versions that the product supports. */
export const nodeRange = () => readJson(ROOT, 'package.json').engines.node

const parse = (version) => version.replace(/^v/, '').split('.').map(Number)

function compare(left, right) {
  const [a, b] = [parse(left), parse(right)]
  const index = [0, 1, 2].find((part) => (a[part] ?? 0) !== (b[part] ?? 0))
  return index === undefined ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}

function satisfiesOne(version, alternative) {
  const [, operator, bound] = /^(\^|>=)\s*(\S+)$/.exec(alternative) ?? []
  if (!operator) throw new Error(`A version range must use ^ or >=, not "${alternative}"`)
  const sameMajor = parse(version)[0] === parse(bound)[0]
  return compare(version, bound) >= 0 && (operator === '>=' || sameMajor)
}

/** True if a version is in a range such as `^24.15.0 || >=26`. Supports only these two operators. */
export const satisfies = (version, range) =>
  range.split('||').some((alternative) => satisfiesOne(version, alternative.trim()))

/** The Node that tools/node pins for this platform, or undefined if there is none. */
export function pinnedNode({ platform, arch } = process) {
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  const version = readJson(PINNED, 'package.json').optionalDependencies[name]
  if (!version) return undefined
  const path = join(PINNED, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node')
  // Asks the binary: one that was built for another C library exists but does not run.
  const readInstalledVersion = () =>
    spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  return { version: `v${version}`, path, readInstalledVersion, install: installPinned }
}

function installPinned() {
  console.log(`Node ${process.version} is too old. Installing the pinned version …`)
  return npm(['ci', '--prefix', PINNED, '--ignore-scripts', '--include=optional'])
}

/** The path of a supported Node: the running one, else the pinned one, else undefined. */
export async function findNode(range, running, pinned) {
  if (satisfies(running.version, range)) return running.execPath
  if (!pinned) return undefined
  if (pinned.readInstalledVersion() !== pinned.version) await pinned.install()
  return pinned.readInstalledVersion() === pinned.version ? pinned.path : undefined
}

export const nodeHelp = (range, { version, platform, arch } = process) =>
  [
    `Marquee needs Node ${range}. This is ${version} on ${platform} ${arch}, and no pinned Node runs here.`,
    'Install Node 24 and start again: https://nodejs.org/en/download, or `nvm install 24`, or `brew install node@24`.',
  ].join('\n')
