import { prepareWithApps, runScript } from './boot/prepare.mjs'
import { exitWithMessage } from './boot/project.mjs'
import { chromiumHelp, findOrInstallChromium } from './test-runner/chromium.mjs'

const { node, env } = await prepareWithApps()
const chromium = await findOrInstallChromium(env)
if (!chromium) exitWithMessage(chromiumHelp(env))

await runScript(
  { node, env: { ...env, CHROMIUM_PATH: chromium } },
  'node_modules/@playwright/test/cli.js',
  ['test', '--config', 'e2e/screenshots/playwright.config.ts', ...process.argv.slice(2)],
)
console.log('The pictures are in screenshots/')
