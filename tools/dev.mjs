import { join } from 'node:path'
import { prepare } from './boot/prepare.mjs'
import { nodeModulesPath, ROOT } from './boot/project.mjs'
import { start } from './boot/run.mjs'

const PORTS = { web: '5173', office: '5174' }

const { node, env } = await prepare()
// Vite serves the pages, so the server must accept its URLs as origins.
const server = start(node, ['--watch', 'bin/marquee', 'start'], {
  cwd: ROOT,
  env: {
    ...env,
    PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${PORTS.web}`,
    OFFICE_URL: env.OFFICE_URL ?? `http://localhost:${PORTS.office}`,
  },
})
const startVite = (app) =>
  start(node, [nodeModulesPath('vite/bin/vite.js'), '--port', PORTS[app], '--strictPort'], {
    cwd: join(ROOT, app),
    env,
  })
const processes = [server, startVite('web'), startVite('office')]
process.exitCode = await Promise.race(processes.map(({ code }) => code))
for (const { child } of processes) child.kill('SIGTERM')
