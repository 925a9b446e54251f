import { join } from 'node:path'
import { prepare } from './boot/prepare.mjs'
import { nodeModulesPath, ROOT } from './boot/project.mjs'
import { start } from './boot/run.mjs'

const VITE_PORT = '5173'

const { node, env } = await prepare()
// Vite serves the pages, so the server must accept its URL as an origin.
const publicUrl = env.PUBLIC_URL ?? `http://localhost:${VITE_PORT}`
const server = start(node, ['--watch', 'server/src/main.ts'], {
  cwd: ROOT,
  env: { ...env, PUBLIC_URL: publicUrl },
})
const viteArgs = [nodeModulesPath('vite/bin/vite.js'), '--port', VITE_PORT, '--strictPort']
const vite = start(node, viteArgs, { cwd: join(ROOT, 'web'), env })

process.exitCode = await Promise.race([server.code, vite.code])
for (const { child } of [server, vite]) child.kill('SIGTERM')
