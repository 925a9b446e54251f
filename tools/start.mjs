import { prepareWithWeb, runScript } from './boot/prepare.mjs'

await runScript(await prepareWithWeb(), 'server/src/main.ts')
