import { prepare } from './boot/prepare.mjs'
import { ROOT } from './boot/project.mjs'
import { run } from './boot/run.mjs'

const { node, env } = await prepare()
process.exitCode = await run(node, ['server/test/soak/main.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  env,
})
