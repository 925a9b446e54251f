import { keepingCompiled } from './boot/compiled.mjs'
import { ROOT } from './boot/project.mjs'
import { run } from './boot/run.mjs'
import { prepareSite } from './boot/site.mjs'

const { node, env } = await prepareSite()
process.exitCode = await run(node, ['server/src/main.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  env: keepingCompiled(env),
})
