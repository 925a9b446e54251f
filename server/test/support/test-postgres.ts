import pg from 'pg'

/** Creates a database on a PostgreSQL server. */
export async function createPostgresDatabase(server: string) {
  const name = `marquee_test_${crypto.randomUUID().replaceAll('-', '')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await execute(server, `create database ${name}`)
  const drop = () => execute(server, `drop database ${name} with (force)`)
  return { url: url.href, drop }
}

/** Runs statements on one connection of its own. */
export async function execute(url: string, ...statements: string[]) {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
