import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectOutput, startOnFreePort } from '#test/support/server-process.ts'
import { postgresUser } from './private-postgres.ts'

export const isPgBouncerInstalled = () => spawnSync('pgbouncer', ['--version']).status === 0

/** Starts PgBouncer in front of a database, with the settings of docs/operations.md. */
export async function startPgBouncer(databaseUrl: string, poolMode: string) {
  const { hostname, port: serverPort, pathname, username } = new URL(databaseUrl)
  const folder = mkdtempSync('/tmp/marquee-pgbouncer-')
  const configuration = join(folder, 'pgbouncer.ini')
  const target = `host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=${username}`
  // PgBouncer refuses to run as root.
  const user = postgresUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const settings = `[databases]
marquee = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
server_reset_query = DISCARD ALL
default_pool_size = 16
`
  const { port, child } = await startOnFreePort(async (port) => {
    writeFileSync(configuration, `${settings}listen_port = ${port}\n`)
    if (user) chownSync(configuration, user.uid, user.gid)
    const child = spawn('pgbouncer', [configuration], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: folder,
      ...user,
    })
    const output = collectOutput(child)
    await Promise.race([
      output.waitFor(/process up|Address already in use/),
      once(child, 'close').then(() => {
        throw new Error(`PgBouncer ended: ${output.text()}`)
      }),
    ])
    if (!output.text().includes('Address already in use')) return { port, child }
    child.kill('SIGKILL')
    return undefined
  })
  return {
    url: `postgres://marquee@127.0.0.1:${port}/marquee`,
    async remove() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
