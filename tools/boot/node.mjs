import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'
import { ROOT } from './project.mjs'
import { fits } from './version.mjs'

const PINNED = join(ROOT, 'tools/node')
const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'))

/** The range of Node versions that run this product. */
export const nodeRange = () => readJson(ROOT, 'package.json').engines.node

/** Asked of the binary itself: one for another C library is there and yet does not run. */
const versionOf = (path) => spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim()

/** The Node this project carries for the machine, or nothing where none is published. */
export function pinnedNode({ platform, arch } = process) {
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  const version = readJson(PINNED, 'package.json').optionalDependencies[name]
  if (!version) return undefined
  const path = join(PINNED, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node')
  return { version: `v${version}`, path, installed: () => versionOf(path), install: installPinned }
}

function installPinned() {
  console.log(`Node ${process.version} is too old here; fetching the one this project pins …`)
  return npm(['ci', '--prefix', PINNED, '--ignore-scripts', '--include=optional'])
}

/** The path of a Node in the range: the running one, else the pinned one, else nothing. */
export async function fittingNode(range, running, pinned) {
  if (fits(running.version, range)) return running.execPath
  if (!pinned) return undefined
  if (pinned.installed() !== pinned.version) await pinned.install()
  return pinned.installed() === pinned.version ? pinned.path : undefined
}

/** What to do on a machine that no Node could be found for. */
export const nodeAdvice = (range, { version, platform, arch } = process) =>
  [
    `Marquee runs on Node ${range}; this is ${version} on ${platform} ${arch}, and no pinned Node could be used here.`,
    'Install Node 24 and start again: https://nodejs.org/en/download, or `nvm install 24`, or `brew install node@24`.',
  ].join('\n')
