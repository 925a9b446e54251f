import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { aPort } from '#test/server-process.ts'

const VERSIONS = '/usr/lib/postgresql'
const isRoot = process.getuid?.() === 0

/** PostgreSQL refuses to be run by root. */
const asItsUser = (program: string, args: string[]): [string, string[]] =>
  isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args]

/** A PostgreSQL server of one's own in a folder of its own, to be broken as one likes. Throws a sentence if there is none to run. */
export async function aPostgresServer() {
  const bin = binaries()
  const folder = mkdtempSync('/tmp/marquee-postgres-')
  if (isRoot) execFileSync('chown', ['postgres', folder])
  const data = join(folder, 'data')
  const run = (program: string, ...args: string[]) => asItsUser(join(bin, program), args)
  execFileSync(...run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N'), {
    stdio: 'ignore',
    cwd: folder,
  })
  const port = await aPort()
  let server: ChildProcess

  async function start() {
    const settings = ['-k', folder, '-h', '127.0.0.1', '-p', String(port)]
    server = spawn(...run('postgres', '-D', data, ...settings), { stdio: 'ignore', cwd: folder })
    while (!isReady()) await pause(50)
  }
  const isReady = () => {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    try {
      const [first = ''] = pidFile()
      return first !== '' && pidFile()[7]?.trim() === 'ready'
    } catch {
      return false
    }
  }
  const pidFile = () => readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = () => Number(pidFile()[0])

  /** The postmaster and all it has started. */
  function family() {
    const parent = postmaster()
    const children = execFileSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' })
    return [parent, ...children.trim().split('\n').map(Number)]
  }
  function signal(name: NodeJS.Signals) {
    for (const pid of family()) {
      try {
        process.kill(pid, name)
      } catch {
        // One of them has ended in between.
      }
    }
  }

  async function stop(mode: 'fast' | 'immediate') {
    const ended = once(server, 'exit')
    process.kill(postmaster(), mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
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
      if (server.exitCode === null) await stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function binaries() {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0]
  if (!newest) throw new Error(`There is no PostgreSQL to run under ${VERSIONS}: install one.`)
  return join(VERSIONS, newest, 'bin')
}
