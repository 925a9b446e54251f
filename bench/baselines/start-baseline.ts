import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findFreePort } from '../../server/test/support/server-process.ts'
import { closeAtEnd } from '../open-resources.ts'

/** Starts a baseline server as its own process, so that it shares no thread with the load. */
export async function startBaseline(name: 'plain-ws' | 'bare-fastify', ...args: string[]) {
  const port = await findFreePort()
  const script = join(import.meta.dirname, `${name}.ts`)
  const child = spawn(process.execPath, [script, String(port), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const close = closeAtEnd(async () => {
    child.kill()
    await once(child, 'exit')
  })
  return { host: `127.0.0.1:${port}`, close }
}
