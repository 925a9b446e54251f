import { prepare, runScript } from './boot/prepare.mjs'

await runScript(await prepare(), 'server/test/schema-document/main.ts')
