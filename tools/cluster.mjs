import { prepareWithApps, runScript } from './boot/prepare.mjs'

await runScript(await prepareWithApps(), 'tools/cluster/main.mjs')
