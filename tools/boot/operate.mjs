import { resolve } from 'node:path'
import { prepare } from './prepare.mjs'
import { ROOT } from './project.mjs'
import { run } from './run.mjs'

/** Runs a command of the operator's; its files are named from where it was called. */
export async function operate(command) {
  const { node, env } = await prepare()
  const here = env.INIT_CWD ?? process.cwd()
  const files = process.argv.slice(2).map((file) => resolve(here, file))
  process.exitCode = await run(node, [`server/src/cli/${command}.ts`, ...files], { cwd: ROOT, env })
}
