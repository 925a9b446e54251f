import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../boot/project.mjs'

const FIRST_RESTART_MS = 500
const MAX_RESTART_MS = 10_000
/** The server prints this when it accepts requests, with the port that the system has chosen. */
const READY_TEXT = /is open at .* \(port (\d+)\)$/

/**
 * Runs a server process and restarts it until `stop` is called. Each process has a port of its own. `firstStart` resolves with undefined when the server
 * is ready for the first time, or with its exit code if it ends before that.
 */
export function superviseNode({ name, env, print, onReady, onExit }) {
  const firstStart = Promise.withResolvers()
  const stopping = new AbortController()
  let child

  async function runOnce() {
    let wasReady = false
    child = spawn(process.execPath, ['bin/marquee', 'start'], {
      cwd: ROOT,
      env: { ...env, HOST: '127.0.0.1', PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        const [, port] = READY_TEXT.exec(line) ?? []
        if (!port) return print(`${name} │ ${line}`)
        wasReady = true
        onReady({ pid: child.pid, port })
        firstStart.resolve()
      })
    }
    const [code, signal] = await once(child, 'exit')
    return { code, signal, wasReady }
  }

  async function runUntilStopped() {
    for (let restartMs = FIRST_RESTART_MS; ; ) {
      const { code, signal, wasReady } = await runOnce()
      onExit()
      firstStart.resolve(code ?? 1)
      if (stopping.signal.aborted) return
      const reason = signal ? `was killed (${signal})` : `has ended with ${code}`
      print(`${name} ${reason}; restarting.`)
      restartMs = wasReady ? FIRST_RESTART_MS : Math.min(2 * restartMs, MAX_RESTART_MS)
      await delay(restartMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
    }
  }

  const stopped = runUntilStopped()
  return {
    firstStart: firstStart.promise,
    /** Sends SIGTERM and resolves when the process has ended. */
    stop: () => {
      stopping.abort()
      child.kill('SIGTERM')
      return stopped
    },
  }
}
