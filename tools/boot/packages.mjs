import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'
import { ROOT } from './project.mjs'

const packagesOf = (path) =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}

/**
 * Whether every package of the lock file stands in node_modules. npm itself writes down what it
 * installed there, as its last step, so an installation cut short does not count, and one made by
 * hand does. Optional packages are the ones of other machines.
 */
export function areInstalled(root) {
  const { '': _project, ...wanted } = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules/.package-lock.json'))
  const same = (a, b) => a?.version === b.version && a?.integrity === b.integrity
  return Object.entries(wanted).every(([path, one]) => one.optional || same(present[path], one))
}

/**
 * Installs what the lock file names unless it is there; gives npm's exit code. The start builds
 * the web app, so the development packages are wanted even where NODE_ENV is `production`.
 */
export function installPackages(node, env) {
  if (areInstalled(ROOT)) return 0
  console.log('Installing packages …')
  return npm(['ci', '--include=dev', '--include=optional'], { cwd: ROOT, env, node })
}
