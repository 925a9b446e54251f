import { prepare } from './boot/prepare.mjs'
import { ROOT } from './boot/project.mjs'
import { run } from './boot/run.mjs'
import { stop } from './boot/stop.mjs'
import { buildWeb } from './boot/web.mjs'

const { node, env } = await prepare()
const built = await buildWeb({ node, env })
if (built !== 0) stop('The web app could not be built; Vite says why above.', built)
process.exitCode = await run(node, ['server/src/main.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  env,
})
