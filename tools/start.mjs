import { prepareWithApps, runScript } from './boot/prepare.mjs'

await runScript(await prepareWithApps(), 'bin/marquee', ['start'])
