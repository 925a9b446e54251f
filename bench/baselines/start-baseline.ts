import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { closeAtEnd } from '../open-resources.ts'

/** Starts a baseline server as its own process, so that it shares no thread with the load. */
export async function startBaseline(name: 'plain-ws' | 'bare-fastify', ...args: string[]) {
  const script = join(import.meta.dirname, `${name}.ts`)
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // It prints the port that the system has chosen.
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const close = closeAtEnd(async () => {
    child.kill()
    await once(child, 'exit')
  })
  return { host: `127.0.0.1:${port.toString().trim()}`, close }
}
