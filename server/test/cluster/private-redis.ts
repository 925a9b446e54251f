import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '#test/support/server-process.ts'

/** A Redis server without persistence, for tests that stop it. It is not started yet. */
export async function startRedis() {
  const port = await findFreePort()
  let server: ChildProcess | undefined

  async function start() {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '']
    server = spawn('redis-server', settings, { stdio: 'ignore', cwd: '/tmp' })
    server.on('error', () => undefined)
    while (!(await acceptsConnections(port))) {
      if (server.pid === undefined) throw new Error('redis-server is not installed')
      if (server.exitCode !== null) throw new Error(`redis-server ended with ${server.exitCode}`)
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

export function isRedisInstalled() {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const acceptsConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
