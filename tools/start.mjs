import { prepareWithApps, runScript } from './boot/prepare.mjs'

await runScript(await prepareWithApps(), 'server/src/main.ts')
