import { prepareWithWeb, runScript } from './boot/prepare.mjs'

await runScript(await prepareWithWeb(), 'tools/cluster/main.mjs')
