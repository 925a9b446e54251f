import { userInfo } from 'node:os'
import pg from 'pg'
import { createClient } from 'redis'

const PATIENCE_MS = 3000
const NO_SUCH_DATABASE = '3D000'
const THERE_ALREADY = ['42P04', '23505']

/** What several nodes share when nobody has said otherwise: servers on this machine, and a database of their own. */
export function neighboursIn({ DATABASE_URL, REDIS_URL, PGUSER }) {
  const user = encodeURIComponent(PGUSER || userInfo().username)
  return {
    databaseUrl: DATABASE_URL || `postgres://${user}@127.0.0.1:5432/marquee_cluster`,
    redisUrl: REDIS_URL || 'redis://127.0.0.1:6379',
  }
}

/** Makes the database if it is not there yet; says whether it did. Throws what PostgreSQL, or the way to it, has to say. */
export async function makeDatabase(url) {
  try {
    await ask(url, 'select 1')
    return false
  } catch (error) {
    if (error.code !== NO_SUCH_DATABASE) throw error
  }
  const { pathname } = new URL(url)
  const server = new URL(url)
  server.pathname = '/postgres'
  const name = decodeURIComponent(pathname.slice(1))
  await ask(server.href, `create database ${pg.escapeIdentifier(name)}`).catch((error) => {
    // Somebody else may have made it in the same moment.
    if (!THERE_ALREADY.includes(error.code)) throw error
  })
  return true
}

async function ask(connectionString, statement) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS })
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Throws what Redis, or the way to it, has to say. */
export async function greetRedis(url) {
  const socket = { connectTimeout: PATIENCE_MS, reconnectStrategy: false }
  const client = createClient({ url, socket })
  // The attempt says the same.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.destroy()
  }
}

/** An address as it may be shown. */
export function shown(url) {
  if (!URL.canParse(url)) return 'an address that is none'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** Several addresses that are all away have no message of their own. */
export const why = ({ message, code, errors }) =>
  message || code || errors?.map((one) => one.message).join(', ') || 'it says nothing'
