import { delimiter, dirname } from 'node:path'
import { buildApps } from './build-apps.mjs'
import { findNode, nodeHelp, nodeRange, pinnedNode } from './node.mjs'
import { installPackages } from './packages.mjs'
import { exitWithMessage, nodeModulesPath, ROOT } from './project.mjs'
import { run } from './run.mjs'

const PARENT_CHECK_MS = 200

/** Puts a folder first on the search path. Windows names the variable `Path`. */
function firstOnPath(env, folder) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...env, [name]: [folder, env[name]].filter(Boolean).join(delimiter) }
}

/**
 * Sends SIGTERM to this process when its parent has ended. npm starts a shell, and a SIGTERM to npm ends only
 * that shell. Without npm a process may outlive its parent.
 */
function exitWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS).unref()
}

/** Finds a supported Node and installs the packages. Returns the path of Node and the environment to use. */
export async function prepare() {
  exitWithParent()
  const range = nodeRange()
  const node = await findNode(range, process, pinnedNode())
  if (!node) exitWithMessage(nodeHelp(range))
  const env = firstOnPath(process.env, dirname(node))
  const code = await installPackages(node, env)
  if (code !== 0)
    exitWithMessage('The packages could not be installed. See the message of npm above.', code)
  return { node, env }
}

/** Prepares, and builds the web app and the office app. */
export async function prepareWithApps() {
  const prepared = await prepare()
  const code = await buildApps(prepared)
  if (code !== 0)
    exitWithMessage(
      'The web app and the office app could not be built. See the message of Vite above.',
      code,
    )
  return prepared
}

/**
 * Runs a script of this repository with the arguments of this command, and ends with its exit code. Node caches
 * compiled files, which makes later starts faster.
 */
export async function runScript({ node, env }, script, args = process.argv.slice(2)) {
  const cached = { NODE_COMPILE_CACHE: nodeModulesPath('.marquee-compiled'), ...env }
  process.exitCode = await run(node, [script, ...args], { cwd: ROOT, env: cached })
}
