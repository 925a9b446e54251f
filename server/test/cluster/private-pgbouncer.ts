import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '#test/support/server-process.ts'
import { postgresUser } from './private-postgres.ts'

export const isPgBouncerInstalled = () => spawnSync('pgbouncer', ['--version']).status === 0

/** Starts PgBouncer in front of a database, with the settings of docs/operations.md. */
export async function startPgBouncer(databaseUrl: string, poolMode: string) {
  const { hostname, port: serverPort, pathname, username } = new URL(databaseUrl)
  const port = await findFreePort()
  const folder = mkdtempSync('/tmp/marquee-pgbouncer-')
  const configuration = join(folder, 'pgbouncer.ini')
  const target = `host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=${username}`
  writeFileSync(
    configuration,
    `[databases]
marquee = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
server_reset_query = DISCARD ALL
default_pool_size = 16
`,
  )
  // PgBouncer refuses to run as root.
  const user = postgresUser()
  if (user) for (const path of [folder, configuration]) chownSync(path, user.uid, user.gid)
  const child = spawn('pgbouncer', [configuration], { stdio: 'ignore', cwd: folder, ...user })
  while (!(await acceptsConnections(port))) await pause(50)
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

async function acceptsConnections(port: number) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
