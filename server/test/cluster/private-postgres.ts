import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '#test/support/server-process.ts'

const VERSIONS = '/usr/lib/postgresql'

/** PostgreSQL refuses to run as root. `runuser` would hang when PostgreSQL is suspended. */
const postgresUser = () =>
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
const idOf = (option: '-u' | '-g') =>
  Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))

/** Starts a PostgreSQL server in a temporary folder, for tests that stop it. Throws if PostgreSQL is not installed. */
export async function startPostgres() {
  const bin = binaries()
  const folder = mkdtempSync('/tmp/marquee-postgres-')
  const user = postgresUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const spawnOptions = { stdio: 'ignore', cwd: folder, ...user } as const
  const initOptions = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N']
  execFileSync(join(bin, 'initdb'), ['-D', data, ...initOptions], spawnOptions)
  const port = await findFreePort()
  let server: ChildProcess

  async function start() {
    const settings = ['-k', folder, '-h', '127.0.0.1', '-p', String(port)]
    server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], spawnOptions)
    while (!isReady()) await pause(50)
  }
  const isReady = () => {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    try {
      const [pid, ...facts] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      return Number(pid) === server.pid && facts[6]?.trim() === 'ready'
    } catch {
      return false
    }
  }

  /** Signals the postmaster first, so that it starts no further processes, then its child processes. */
  function signal(name: NodeJS.Signals) {
    server.kill(name)
    const children = execFileSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' })
    for (const pid of children.trim().split('\n').map(Number)) {
      try {
        process.kill(pid, name)
      } catch {
        // The process has ended meanwhile.
      }
    }
  }

  async function stop(mode: 'fast' | 'immediate') {
    const ended = once(server, 'exit')
    server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }

  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    remove: async () => {
      if (server.exitCode === null) {
        signal('SIGCONT')
        await stop('immediate')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const isPostgresInstalled = () => versions().length > 0

const versions = () => (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])

function binaries() {
  const newest = versions().toSorted((one, other) => Number(other) - Number(one))[0]
  if (!newest) throw new Error(`PostgreSQL is not installed under ${VERSIONS}`)
  return join(VERSIONS, newest, 'bin')
}
