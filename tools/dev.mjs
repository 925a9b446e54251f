import { join } from 'node:path'
import { prepare } from './boot/prepare.mjs'
import { ROOT } from './boot/project.mjs'
import { start } from './boot/run.mjs'

const VITE_PORT = '5173'

const { node, env } = await prepare()
// Pages come from Vite here: the server has to know them as its own.
const publicUrl = env.PUBLIC_URL ?? `http://localhost:${VITE_PORT}`
const server = start(node, ['--watch', 'server/src/main.ts'], {
  cwd: ROOT,
  env: { ...env, PUBLIC_URL: publicUrl },
})
const vite = start(
  node,
  [join(ROOT, 'node_modules/vite/bin/vite.js'), '--port', VITE_PORT, '--strictPort'],
  {
    cwd: join(ROOT, 'web'),
    env,
  },
)

process.exitCode = await Promise.race([server.code, vite.code])
for (const { child } of [server, vite]) child.kill('SIGTERM')
