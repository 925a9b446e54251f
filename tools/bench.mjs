import { keepingCompiled } from './boot/compiled.mjs'
import { ROOT } from './boot/project.mjs'
import { run } from './boot/run.mjs'
import { prepareSite } from './boot/site.mjs'
import { someChromium } from './suites/chromium.mjs'

const { node, env } = await prepareSite()
// Where there is no browser, the part that needs one says so.
const chromium = await someChromium(env)
process.exitCode = await run(node, ['bench/main.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  env: { ...keepingCompiled(env), ...(chromium && { CHROMIUM_PATH: chromium }) },
})
