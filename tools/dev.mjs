import { join } from 'node:path'
import { prepare } from './boot/prepare.mjs'
import { ROOT } from './boot/project.mjs'
import { start } from './boot/run.mjs'

const { node, env } = await prepare()
const server = start(node, ['--watch', 'server/src/main.ts'], { cwd: ROOT, env })
const vite = start(node, [join(ROOT, 'node_modules/vite/bin/vite.js')], {
  cwd: join(ROOT, 'web'),
  env,
})

process.exitCode = await Promise.race([server.code, vite.code])
for (const { child } of [server, vite]) child.kill('SIGTERM')
