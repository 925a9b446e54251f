import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

/** Creates a database on a PostgreSQL server. */
export async function createPostgresDatabase(server: string) {
  const name = `marquee_test_${crypto.randomUUID().replaceAll('-', '')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await asAdmin(server, sql`create database ${sql.ref(name)}`)
  const drop = () => asAdmin(server, sql`drop database ${sql.ref(name)} with (force)`)
  return { url: url.href, drop }
}

async function asAdmin(server: string, statement: ReturnType<typeof sql>) {
  const admin = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: server, max: 1 }) }),
  })
  await statement.execute(admin)
  await admin.destroy()
}
