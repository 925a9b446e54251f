import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { collectOutput, startOnFreePort } from '#test/support/server-process.ts'
import { execute } from '#test/support/test-postgres.ts'

const VERSIONS = '/usr/lib/postgresql'

/** PostgreSQL refuses to run as root. `runuser` would hang when PostgreSQL is suspended. */
export const postgresUser = () =>
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
const idOf = (option: '-u' | '-g') =>
  Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))

/** Starts a PostgreSQL server in a temporary folder, for tests that stop it. Throws if PostgreSQL is not installed. */
export async function startPostgres(parent = '/tmp') {
  const bin = binaries()
  const folder = mkdtempSync(join(parent, 'marquee-postgres-'))
  const user = postgresUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const run = (program: string, args: string[]) =>
    execFileSync(join(bin, program), args, { stdio: 'ignore', cwd: folder, ...user })
  const data = join(folder, 'data')
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N'])
  const primary = await startServer(data)
  let standby: Awaited<ReturnType<typeof startServer>> | undefined

  async function remove() {
    for (const server of [standby, primary]) await server?.end()
    rmSync(folder, { recursive: true, force: true })
  }

  return {
    ...primary,
    /** Starts a standby. Commits then wait for it. */
    async startStandby() {
      const copy = join(folder, 'standby')
      const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
      run('pg_basebackup', [...source, '-D', copy, '-R', '-X', 'stream', '-c', 'fast'])
      standby = await startServer(copy)
      const { url } = primary
      await execute(url, "alter system set synchronous_standby_names = '*'")
      await execute(url, 'select pg_reload_conf()')
      return standby
    },
    remove,
  }

  async function startServer(directory: string) {
    let server: ChildProcess

    /** Resolves with the port, or with undefined if another program uses it. */
    async function startOn(port: number) {
      const settings = ['-k', folder, '-h', '127.0.0.1', '-p', String(port)]
      server = spawn(join(bin, 'postgres'), ['-D', directory, ...settings], {
        stdio: ['ignore', 'ignore', 'pipe'],
        cwd: folder,
        ...user,
      })
      const output = collectOutput(server)
      while (!isReady()) {
        if (server.exitCode !== null) {
          if (output.text().includes('Address already in use')) return undefined
          throw new Error(`PostgreSQL ended: ${output.text()}`)
        }
        await pause(50)
      }
      return port
    }
    const isReady = () => {
      try {
        const [pid, ...facts] = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')
        return Number(pid) === server.pid && ['ready', 'standby'].includes(facts[6]?.trim() ?? '')
      } catch {
        return false
      }
    }
    const port = await startOnFreePort(startOn)

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

    return {
      port,
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      start: () => startOn(port),
      stop,
      isRunning: () => server.exitCode === null,
      freeze: () => signal('SIGSTOP'),
      thaw: () => signal('SIGCONT'),
      async end() {
        if (server.exitCode !== null) return
        signal('SIGCONT')
        await stop('immediate')
      },
    }
  }
}

export const isPostgresInstalled = () => versions().length > 0

const versions = () => (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])

function binaries() {
  const newest = versions().toSorted((one, other) => Number(other) - Number(one))[0]
  if (!newest) throw new Error(`PostgreSQL is not installed under ${VERSIONS}`)
  return join(VERSIONS, newest, 'bin')
}
