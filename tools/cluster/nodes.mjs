import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '../boot/project.mjs'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
const OPEN = 'is open at'

/** A port that was free a moment ago. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

/**
 * Keeps one server process running: says when it is open and when it has ended, and starts it again unless it has been
 * stopped. `first` settles with nothing when it is open for the first time, and with its exit code if it never was.
 */
export function keepNode({ name, env, port, say, opened, ended }) {
  const first = Promise.withResolvers()
  const stopping = new AbortController()
  let child

  async function live() {
    for (let pauseMs = FIRST_PAUSE_MS; ; ) {
      const { code, signal, wasOpen } = await runOnce()
      ended()
      first.resolve(code ?? 1)
      if (stopping.signal.aborted) return
      const how = signal ? `was killed (${signal})` : `has ended with ${code}`
      say(`${name} ${how}; it is started again.`)
      pauseMs = wasOpen ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
    }
  }

  async function runOnce() {
    let wasOpen = false
    child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: ROOT,
      env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        if (!line.includes(OPEN)) return say(`${name} │ ${line}`)
        wasOpen = true
        opened(child.pid)
        first.resolve()
      })
    }
    const [code, signal] = await once(child, 'exit')
    return { code, signal, wasOpen }
  }

  const life = live()
  return {
    first: first.promise,
    /** Lets it finish what it is doing, and resolves when it has ended. */
    stop: () => {
      stopping.abort()
      child.kill('SIGTERM')
      return life
    },
  }
}
