import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, startBuyers } from '#test/support/buyers.ts'
import { createDataDir, runCommand, startServer } from '#test/support/server-process.ts'
import { setupServerProcesses } from '#test/support/server-processes.ts'
import { backUp as copyAtOnce } from './backup.ts'
import { checksumLine, checksumPath, computeChecksum } from './backup-file.ts'

const room = setupServerProcesses()

const inRoom = (name: string) => join(room.dataDir, name)
const backUp = (dataDir: string, copy: string) =>
  runCommand('backup', [copy], { DATA_DIR: dataDir })
const restore = (copy: string, dataDir: string) =>
  runCommand('restore', [copy], { DATA_DIR: dataDir })

const open = (dataDir: string) => room.start({ DATA_DIR: dataDir, RATE_LIMITS: 'off' })

test.each([
  ['by the command', backUp],
  // Nothing comes between what was acknowledged and the copy: not even the start of a process.
  ['at once', copyAtOnce],
])(
  'a copy made while selling, %s, has every booking from before it, and of the later ones the first of each buyer',
  async (_, make) => {
    const { url } = await open(inRoom('cinema'))
    const sale = await startBuyers(url, 4)
    await sale.sold(40)

    const before = sale.all().map(({ booked }) => booked.length)
    await make(inRoom('cinema'), inRoom('copy.db'))
    await sale.sold(Math.max(...sale.all().map(({ booked }) => booked.length)) + 1)
    await sale.close()

    await restore(inRoom('copy.db'), inRoom('elsewhere'))
    const elsewhere = await open(inRoom('elsewhere'))
    for (const [n, buyer] of sale.all().entries()) {
      const restored = await bookingsOf(buyer, elsewhere.url)
      expect(restored.length).toBeGreaterThanOrEqual(before[n] ?? 0)
      expect(restored).toEqual(buyer.booked.slice(0, restored.length))
    }
  },
)

/** In the order in which they were made. */
const bookingsOf = async (buyer: Buyer, url: string) => (await buyer.listAt(url)).toReversed()

test('what is copied after a crash has all that was acknowledged before it', async () => {
  const server = await open(inRoom('cinema'))
  const sale = await startBuyers(server.url, 1)
  await sale.sold(5)
  await sale.close()
  await server.kill('SIGKILL')

  await backUp(inRoom('cinema'), inRoom('copy.db'))
  await restore(inRoom('copy.db'), inRoom('elsewhere'))

  const elsewhere = await open(inRoom('elsewhere'))
  for (const buyer of sale.all()) {
    expect(await bookingsOf(buyer, elsewhere.url)).toEqual(buyer.booked)
  }
})

describe('a copy', () => {
  let cinema: ReturnType<typeof createDataDir>
  let copy: string

  beforeAll(async () => {
    cinema = createDataDir()
    const server = await startServer({ DATA_DIR: cinema.dataDir })
    await server.kill('SIGTERM')
  })
  afterAll(() => cinema.remove())
  beforeEach(async () => {
    copy = inRoom('copy.db')
    await backUp(cinema.dataDir, copy)
  })

  const signAgain = async () =>
    writeFileSync(checksumPath(copy), checksumLine(await computeChecksum(copy), copy))
  const change = (...statements: string[]) => {
    const database = new DatabaseSync(copy, { enableForeignKeyConstraints: false })
    for (const statement of statements) database.exec(statement)
    database.close()
  }
  const flip = (position: number) => {
    const bytes = readFileSync(copy)
    bytes[position] = (bytes[position] ?? 0) ^ 1
    writeFileSync(copy, bytes)
  }
  const size = () => statSync(copy).size

  test('is its owner’s alone, and nothing is left beside it but its checksum [S-129]', () => {
    expect(readdirSync(room.dataDir).toSorted()).toEqual(['copy.db', 'copy.db.sha256'])
    const modes = readdirSync(room.dataDir).map((name) => statSync(inRoom(name)).mode & 0o077)
    expect(modes).toEqual([0, 0])
  })

  test.each<[string, () => unknown]>([
    ['cut in half', () => truncateSync(copy, size() / 2)],
    ['short of its last byte', () => truncateSync(copy, size() - 1)],
    ['empty', () => truncateSync(copy, 0)],
    ['longer than it was', () => appendFileSync(copy, '\0')],
    ['another in its first byte', () => flip(0)],
    ['another in one byte of its middle', () => flip(Math.trunc(size() / 2))],
    ['another in its last byte', () => flip(size() - 1)],
    ['gone', () => rmSync(copy)],
    ['without its checksum', () => rmSync(checksumPath(copy))],
    ['beside a checksum that is none', () => writeFileSync(checksumPath(copy), 'fine')],
  ])('that is %s is refused with 74, and nothing is written [S-130]', async (_, damage) => {
    damage()

    const { code, said } = await restore(copy, inRoom('elsewhere'))

    expect(code).toBe(74)
    expect(said).toContain(copy)
    expect(existsSync(inRoom('elsewhere'))).toBe(false)
  })

  test.each<[string, string, () => unknown]>([
    ['a diary', 'not a database', () => writeFileSync(copy, 'Dear diary, '.repeat(1000))],
    ['half of one', 'malformed', () => truncateSync(copy, Math.trunc(size() / 8192) * 4096)],
    [
      'a database of somebody else',
      'no database of this product',
      () => {
        rmSync(copy)
        change('create table claims (id)', 'create table kysely_migration (name)')
      },
    ],
    [
      'of a later version',
      '999-the-moon',
      () => change("insert into kysely_migration values ('999-the-moon', '2099-01-01')"),
    ],
    ['at odds with itself', 'refers to nothing', () => change('delete from screens')],
  ])(
    'that is %s is refused with 74 whatever its checksum says [S-130]',
    async (_, words, damage) => {
      damage()
      await signAgain()

      const { code, said } = await restore(copy, inRoom('elsewhere'))

      expect(code).toBe(74)
      expect(said).toContain(words)
      expect(existsSync(inRoom('elsewhere'))).toBe(false)
    },
  )

  test('is not restored into a directory that has anything in it', async () => {
    mkdirSync(inRoom('attic'))
    writeFileSync(inRoom('attic/letters'), 'Dear Asha')

    const { code } = await restore(copy, inRoom('attic'))

    expect(code).toBe(73)
    expect(readdirSync(inRoom('attic'))).toEqual(['letters'])
  })

  test('is not restored over a cinema, open or closed [S-131]', async () => {
    const server = await open(inRoom('cinema'))
    const whileOpen = await restore(copy, inRoom('cinema'))
    await server.kill('SIGTERM')
    const books = await computeChecksum(inRoom('cinema/marquee.db'))
    const whenClosed = await restore(copy, inRoom('cinema'))

    expect(whileOpen).toMatchObject({ code: 73 })
    expect(whileOpen.said).toContain('Another process')
    expect(whenClosed).toMatchObject({ code: 73 })
    expect(whenClosed.said).toContain('not empty')
    expect(await computeChecksum(inRoom('cinema/marquee.db'))).toBe(books)
  })

  test('does not take the place of another', async () => {
    const books = await computeChecksum(copy)

    expect(await backUp(cinema.dataDir, copy)).toMatchObject({ code: 73 })

    expect(await computeChecksum(copy)).toBe(books)
  })

  test('of a damaged database is not made', async () => {
    const damaged = inRoom('cinema')
    await restore(copy, damaged)
    truncateSync(join(damaged, 'marquee.db'), Math.trunc(size() / 8192) * 4096)

    expect(await backUp(damaged, inRoom('second.db'))).toMatchObject({ code: 74 })

    expect(readdirSync(room.dataDir).toSorted()).toEqual(['cinema', 'copy.db', 'copy.db.sha256'])
  })
})

test('where there is no database, there is nothing to copy', async () => {
  expect(await backUp(inRoom('nowhere'), inRoom('copy.db'))).toMatchObject({ code: 74 })

  expect(readdirSync(room.dataDir)).toEqual([])
})

test.each(['backup', 'restore'])('%s asks for exactly one file', async (command) => {
  for (const files of [[], ['one', 'two']]) {
    const { code, said } = await runCommand(command, files, { DATA_DIR: room.dataDir })
    expect(code).toBe(64)
    expect(said).toContain(`npm run ${command} -- FILE`)
  }
})

test.each(['backup', 'restore'])('%s points to PostgreSQL’s own means', async (command) => {
  const { code, said } = await runCommand(command, [inRoom('copy.db')], {
    DATABASE_URL: 'postgres://localhost/marquee',
    SESSION_SECRET: 'a secret that only tests use, long enough',
  })

  expect(code).toBe(78)
  expect(said).toContain('pg_dump')
})
