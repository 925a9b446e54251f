import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCinemaDirectory } from '#test/support/cinema-directory.ts'
import { runCommand } from '#test/support/commands.ts'
import { databaseDigest } from '#test/support/database-digest.ts'
import { createDataDir, startExpectingExit } from '#test/support/server-process.ts'
import { connectToDatabase, createPostgresDatabase } from '#test/support/test-postgres.ts'
import { checksumLine, checksumPath, computeChecksum } from '../backup/backup-file.ts'
import { databasePath } from '../connection/sqlite.ts'

const SERVER = process.env.TEST_DATABASE_URL
const MADE_BEFORE = "update kysely_migration set name = '001-the-heart'"
const REFUSAL = /^.+ cannot be used: it was made by a version before 1\.0\.0, .+ unchanged$/m

interface Outcome {
  code: number | null
  output: string
}

let data: ReturnType<typeof createDataDir>
const inDataDir = (name: string) => join(data.dataDir, name)
beforeEach(() => {
  data = createDataDir()
})
afterEach(() => data.remove())

function expectRefused({ code, output }: Outcome) {
  expect(output).toMatch(REFUSAL)
  expect(code).toBe(74)
}

/** The content of each file. The lock file and the shared memory beside a write-ahead log contain no data. */
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name !== 'server.lock' && !name.endsWith('-shm'))
    .toSorted()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ])

/** A data directory of a version before 1.0.0 whose server was stopped. */
async function createClosed(folder: string) {
  await createCinemaDirectory(folder)
  using database = new DatabaseSync(databasePath(folder))
  database.exec(MADE_BEFORE)
}

/** The same after a crash: the last changes are only in the write-ahead log. */
async function createCrashed(folder: string) {
  await createClosed(inDataDir('running'))
  using database = new DatabaseSync(databasePath(inDataDir('running')))
  database.exec("update users set username = 'Asha'; create table notes (text)")
  cpSync(inDataDir('running'), folder, { recursive: true })
}

const writeCatalogue = () => {
  writeFileSync(inDataDir('catalogue.json'), JSON.stringify({ screens: [], movies: [] }))
  return inDataDir('catalogue.json')
}

describe.each([
  ['a server has closed', createClosed],
  ['a crashed server has left', createCrashed],
])('a data directory of before 1.0.0 that %s', (_, create) => {
  const commands: [string, (environment: Record<string, string>) => Promise<Outcome>][] = [
    ['start', startExpectingExit],
    ['backup', (environment) => runCommand('backup', [inDataDir('copy.db')], environment)],
    ['check-data', (environment) => runCommand('check-data', [], environment)],
    [
      'catalogue',
      (environment) => runCommand('catalogue', ['plan', writeCatalogue()], environment),
    ],
    [
      'copy-to-postgres',
      (environment) =>
        runCommand(
          'copy-to-postgres',
          ['--to', SERVER ?? 'postgres://127.0.0.1:1/none'],
          environment,
        ),
    ],
  ]
  test.each(commands)(
    'is refused with 74 by %s and keeps every byte [S-752]',
    async (_command, run) => {
      const folder = inDataDir('cinema')
      await create(folder)
      const before = filesIn(folder)

      expectRefused(await run({ DATA_DIR: folder }))

      expect(filesIn(folder)).toEqual(before)
      expect(existsSync(inDataDir('copy.db'))).toBe(false)
    },
  )
})

test('a backup of before 1.0.0 is not restored, and keeps every byte [S-752]', async () => {
  await createCinemaDirectory(inDataDir('cinema'))
  const copy = inDataDir('copy.db')
  await runCommand('backup', [copy], { DATA_DIR: inDataDir('cinema') })
  const database = new DatabaseSync(copy)
  database.exec(MADE_BEFORE)
  database.close()
  const checksum = await computeChecksum(copy)
  writeFileSync(checksumPath(copy), checksumLine(checksum, copy))

  expectRefused(await runCommand('restore', [copy], { DATA_DIR: inDataDir('restored') }))

  expect(await computeChecksum(copy)).toBe(checksum)
  expect(existsSync(inDataDir('restored'))).toBe(false)
})

describe.skipIf(!SERVER)('a PostgreSQL database of before 1.0.0', () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>
  let db: ReturnType<typeof connectToDatabase>
  beforeEach(async () => {
    database = await createPostgresDatabase(SERVER ?? '')
    db = connectToDatabase(database.url)
  })
  afterEach(async () => {
    await db.destroy()
    await database.drop()
  })

  test.each<[string, (environment: Record<string, string>) => Promise<Outcome>]>([
    ['start', startExpectingExit],
    ['check-data', (environment) => runCommand('check-data', [], environment)],
    [
      'catalogue',
      (environment) => runCommand('catalogue', ['plan', writeCatalogue()], environment),
    ],
  ])('is refused with 74 by %s and keeps every row [S-752]', async (_command, run) => {
    await db
      .updateTable('kysely_migration' as 'screens')
      .set({ name: '001-the-heart' })
      .execute()
    const digest = async () => [
      await db.introspection.getTables({ withInternalKyselyTables: true }),
      await databaseDigest(db),
    ]
    const before = await digest()

    expectRefused(
      await run({
        DATA_DIR: data.dataDir,
        DATABASE_URL: database.url,
        SESSION_SECRET: 'a secret that only tests use, long enough',
      }),
    )

    expect(await digest()).toEqual(before)
  })
})
