import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '#test/support/server-process.ts'

/** A Redis server of one's own that keeps nothing, to be broken as one likes; not started yet. */
export async function startRedis() {
  const port = await findFreePort()
  let server: ChildProcess | undefined

  async function start() {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '']
    server = spawn('redis-server', settings, { stdio: 'ignore', cwd: '/tmp' })
    server.on('error', () => undefined)
    while (!(await answers(port))) {
      if (server.pid === undefined) throw new Error('There is no redis-server to run: install one.')
      await pause(50)
    }
  }
  async function kill() {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }

  return { port, start, kill }
}

/** Whether there is one to run. */
export function isRedisInstalled() {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const line = connect(port, '127.0.0.1')
    line.once('connect', () => resolve(true))
    line.once('error', () => resolve(false))
    line.once('connect', () => line.destroy())
  })
