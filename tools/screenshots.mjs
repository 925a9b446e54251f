import { join } from 'node:path'
import { prepare } from './boot/prepare.mjs'
import { ROOT } from './boot/project.mjs'
import { run } from './boot/run.mjs'
import { stop } from './boot/stop.mjs'
import { buildWeb } from './boot/web.mjs'
import { chromiumAdvice, someChromium } from './suites/chromium.mjs'

const { node, env } = await prepare()
const chromium = await someChromium(env)
if (!chromium) stop(chromiumAdvice(env))
const built = await buildWeb({ node, env })
if (built !== 0) stop('The web app could not be built; Vite says why above.', built)

const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js')
const config = 'e2e/screenshots/playwright.config.ts'
process.exitCode = await run(
  node,
  [playwright, 'test', '--config', config, ...process.argv.slice(2)],
  { cwd: ROOT, env: { ...env, CHROMIUM_PATH: chromium } },
)
console.log('The pictures are in screenshots/')
