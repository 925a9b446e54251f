import { userInfo } from 'node:os'
import pg from 'pg'
import { createClient } from 'redis'

const TIMEOUT_MS = 3000
const DATABASE_DOES_NOT_EXIST = '3D000'
/** duplicate_database, or unique_violation when two processes create it at the same time. */
const ALREADY_EXISTS = ['42P04', '23505']

// A URL without a user means the user of this process, also without USER.
pg.defaults.user ??= userInfo().username

/** The URLs of PostgreSQL and Redis. The defaults are servers on this machine and a separate database. */
export function serviceUrls({ DATABASE_URL, REDIS_URL, PGUSER }) {
  const user = encodeURIComponent(PGUSER || userInfo().username)
  return {
    databaseUrl: DATABASE_URL || `postgres://${user}@127.0.0.1:5432/marquee_cluster`,
    redisUrl: REDIS_URL || 'redis://127.0.0.1:6379',
  }
}

async function query(connectionString, statement) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS })
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Creates the database if it does not exist. Returns whether it did. Throws connection errors. */
export async function ensureDatabase(url) {
  try {
    await query(url, 'select 1')
    return false
  } catch (error) {
    if (error.code !== DATABASE_DOES_NOT_EXIST) throw error
  }
  const server = new URL(url)
  const name = pg.escapeIdentifier(decodeURIComponent(server.pathname.slice(1)))
  server.pathname = '/postgres'
  await query(server.href, `create database ${name}`).catch((error) => {
    if (!ALREADY_EXISTS.includes(error.code)) throw error
  })
  return true
}

/** Throws when Redis does not answer. */
export async function pingRedis(url) {
  const socket = { connectTimeout: TIMEOUT_MS, reconnectStrategy: false }
  const client = createClient({ url, socket })
  // Without a listener an error event would end the process. The call below throws the same error.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.destroy()
  }
}

/** A URL without user name and password. */
export function withoutCredentials(url) {
  if (!URL.canParse(url)) return 'an invalid URL'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** The text of an error. An AggregateError has no message of its own. */
export const errorText = ({ message, code, errors }) =>
  message || code || errors?.map((one) => one.message).join(', ') || 'no details'
