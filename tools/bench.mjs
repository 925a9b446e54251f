import { prepareWithApps, runScript } from './boot/prepare.mjs'
import { findOrInstallChromium } from './test-runner/chromium.mjs'

const { node, env } = await prepareWithApps()
// Without a browser, the part that needs one reports that.
const chromium = await findOrInstallChromium(env)
await runScript(
  { node, env: { ...env, ...(chromium && { CHROMIUM_PATH: chromium }) } },
  'bench/main.ts',
)
