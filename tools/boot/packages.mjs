import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './project.mjs'
import { npm } from './run.mjs'

const readPackages = (path) =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}

/**
 * True if node_modules has every package of the lock file. npm writes node_modules/.package-lock.json as its last
 * step, so an interrupted installation does not count. Optional packages belong to other platforms.
 */
export function arePackagesInstalled(root) {
  const { '': _project, ...expected } = readPackages(join(root, 'package-lock.json'))
  const present = readPackages(join(root, 'node_modules/.package-lock.json'))
  const same = (a, b) => a?.version === b.version && a?.integrity === b.integrity
  return Object.entries(expected).every(([path, one]) => one.optional || same(present[path], one))
}

/** Installs the packages of the lock file if any is missing. Returns the exit code of npm. */
export function installPackages(node, env) {
  if (arePackagesInstalled(ROOT)) return 0
  console.log('Installing packages …')
  // The start builds the web app, so it needs development packages even with NODE_ENV=production.
  return npm(['ci', '--include=dev', '--include=optional'], { cwd: ROOT, env, node })
}
