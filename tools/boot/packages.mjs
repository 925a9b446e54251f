import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'
import { ROOT } from './project.mjs'
import { hashOf, unlessDone } from './stamp.mjs'

/** A folder of packages carried to another kind of machine holds binaries that do not run there. */
const wanted = () =>
  hashOf([readFileSync(join(ROOT, 'package-lock.json')), process.platform, process.arch])

/**
 * Installs what the lock file names, unless that has been done; gives npm's exit code. The start
 * builds the web app, so the development packages are wanted even where NODE_ENV is `production`.
 */
export const installPackages = (node, env) =>
  unlessDone(join(ROOT, 'node_modules/.marquee-lock'), wanted(), () => {
    console.log('Installing packages …')
    return npm(['ci', '--include=dev', '--include=optional'], { cwd: ROOT, env, node })
  })
