import { keepingCompiled } from './boot/compiled.mjs'
import { prepare } from './boot/prepare.mjs'
import { ROOT } from './boot/project.mjs'
import { run } from './boot/run.mjs'
import { stop } from './boot/stop.mjs'
import { buildWeb } from './boot/web.mjs'
import { someChromium } from './suites/chromium.mjs'

const { node, env } = await prepare()
const built = await buildWeb({ node, env })
if (built !== 0) stop('The web app could not be built; Vite says why above.', built)
// Where there is no browser, the part that needs one says so.
const chromium = await someChromium(env)
process.exitCode = await run(node, ['bench/main.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  env: { ...keepingCompiled(env), ...(chromium && { CHROMIUM_PATH: chromium }) },
})
