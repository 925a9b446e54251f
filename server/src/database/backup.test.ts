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
import { backUp as backUpInProcess } from './backup.ts'
import { checksumLine, checksumPath, computeChecksum } from './backup-file.ts'

const folder = setupServerProcesses()

const inFolder = (name: string) => join(folder.dataDir, name)
const backUp = (dataDir: string, copy: string) =>
  runCommand('backup', [copy], { DATA_DIR: dataDir })
const restore = (copy: string, dataDir: string) =>
  runCommand('restore', [copy], { DATA_DIR: dataDir })

const open = (dataDir: string) => folder.start({ DATA_DIR: dataDir, RATE_LIMITS: 'off' })

test.each([
  ['by the command', backUp],
  // Without the delay of a process start between the last booking and the copy.
  ['in this process', backUpInProcess],
])(
  'a backup made %s during sales has all earlier bookings and no gaps in the later ones',
  async (_, make) => {
    const { url } = await open(inFolder('cinema'))
    const sale = await startBuyers(url, 4)
    await sale.sold(40)

    const before = sale.all().map(({ booked }) => booked.length)
    await make(inFolder('cinema'), inFolder('copy.db'))
    await sale.sold(Math.max(...sale.all().map(({ booked }) => booked.length)) + 1)
    await sale.close()

    await restore(inFolder('copy.db'), inFolder('restored'))
    const server = await open(inFolder('restored'))
    for (const [n, buyer] of sale.all().entries()) {
      const found = await bookingsOf(buyer, server.url)
      expect(found.length).toBeGreaterThanOrEqual(before[n] ?? 0)
      expect(found).toEqual(buyer.booked.slice(0, found.length))
    }
  },
)

/** Oldest first. */
const bookingsOf = async (buyer: Buyer, url: string) => (await buyer.listAt(url)).toReversed()

test('a backup made after a crash has all acknowledged bookings', async () => {
  const server = await open(inFolder('cinema'))
  const sale = await startBuyers(server.url, 1)
  await sale.sold(5)
  await sale.close()
  await server.kill('SIGKILL')

  await backUp(inFolder('cinema'), inFolder('copy.db'))
  await restore(inFolder('copy.db'), inFolder('restored'))

  const restored = await open(inFolder('restored'))
  for (const buyer of sale.all()) {
    expect(await bookingsOf(buyer, restored.url)).toEqual(buyer.booked)
  }
})

describe('a backup', () => {
  let cinema: ReturnType<typeof createDataDir>
  let copy: string

  beforeAll(async () => {
    cinema = createDataDir()
    const server = await startServer({ DATA_DIR: cinema.dataDir })
    await server.kill('SIGTERM')
  })
  afterAll(() => cinema.remove())
  beforeEach(async () => {
    copy = inFolder('copy.db')
    await backUp(cinema.dataDir, copy)
  })

  const updateChecksum = async () =>
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

  test('has mode 0600 and leaves only its checksum file beside it [S-129]', () => {
    expect(readdirSync(folder.dataDir).toSorted()).toEqual(['copy.db', 'copy.db.sha256'])
    const modes = readdirSync(folder.dataDir).map((name) => statSync(inFolder(name)).mode & 0o077)
    expect(modes).toEqual([0, 0])
  })

  test.each<[string, () => unknown]>([
    ['cut in half', () => truncateSync(copy, size() / 2)],
    ['short of its last byte', () => truncateSync(copy, size() - 1)],
    ['empty', () => truncateSync(copy, 0)],
    ['longer than it was', () => appendFileSync(copy, '\0')],
    ['changed in its first byte', () => flip(0)],
    ['changed in one byte in the middle', () => flip(Math.trunc(size() / 2))],
    ['changed in its last byte', () => flip(size() - 1)],
    ['missing', () => rmSync(copy)],
    ['without its checksum', () => rmSync(checksumPath(copy))],
    ['beside an invalid checksum', () => writeFileSync(checksumPath(copy), 'fine')],
  ])(
    'that is %s is refused with exit code 74 before anything is written [S-130]',
    async (_, damage) => {
      damage()

      const { code, output } = await restore(copy, inFolder('restored'))

      expect(code).toBe(74)
      expect(output).toContain(copy)
      expect(existsSync(inFolder('restored'))).toBe(false)
    },
  )

  test.each<[string, string, () => unknown]>([
    ['a text file', 'not a database', () => writeFileSync(copy, 'Dear diary, '.repeat(1000))],
    ['half a database', 'malformed', () => truncateSync(copy, Math.trunc(size() / 8192) * 4096)],
    [
      'a database of another product',
      'not a database of this product',
      () => {
        rmSync(copy)
        change('create table claims (id)', 'create table kysely_migration (name)')
      },
    ],
    [
      'of a later version',
      '999-later',
      () => change("insert into kysely_migration values ('999-later', '2099-01-01')"),
    ],
    ['inconsistent', 'refers to nothing', () => change('delete from screens')],
  ])(
    'that is %s is refused with exit code 74 even with a matching checksum [S-130]',
    async (_, words, damage) => {
      damage()
      await updateChecksum()

      const { code, output } = await restore(copy, inFolder('restored'))

      expect(code).toBe(74)
      expect(output).toContain(words)
      expect(existsSync(inFolder('restored'))).toBe(false)
    },
  )

  test('is not restored into a directory with other files', async () => {
    mkdirSync(inFolder('other'))
    writeFileSync(inFolder('other/letter'), 'Dear Asha')

    const { code } = await restore(copy, inFolder('other'))

    expect(code).toBe(73)
    expect(readdirSync(inFolder('other'))).toEqual(['letter'])
  })

  test('is not restored over another database, in use or not [S-131]', async () => {
    const server = await open(inFolder('cinema'))
    const whileOpen = await restore(copy, inFolder('cinema'))
    await server.kill('SIGTERM')
    const checksum = await computeChecksum(inFolder('cinema/marquee.db'))
    const whenClosed = await restore(copy, inFolder('cinema'))

    expect(whileOpen).toMatchObject({ code: 73 })
    expect(whileOpen.output).toContain('Another process')
    expect(whenClosed).toMatchObject({ code: 73 })
    expect(whenClosed.output).toContain('not empty')
    expect(await computeChecksum(inFolder('cinema/marquee.db'))).toBe(checksum)
  })

  test('does not replace an existing file', async () => {
    const checksum = await computeChecksum(copy)

    expect(await backUp(cinema.dataDir, copy)).toMatchObject({ code: 73 })

    expect(await computeChecksum(copy)).toBe(checksum)
  })

  test('of a damaged database is refused', async () => {
    const damaged = inFolder('cinema')
    await restore(copy, damaged)
    truncateSync(join(damaged, 'marquee.db'), Math.trunc(size() / 8192) * 4096)

    expect(await backUp(damaged, inFolder('second.db'))).toMatchObject({ code: 74 })

    expect(readdirSync(folder.dataDir).toSorted()).toEqual(['cinema', 'copy.db', 'copy.db.sha256'])
  })
})

test('backup of a directory without a database is refused', async () => {
  expect(await backUp(inFolder('nowhere'), inFolder('copy.db'))).toMatchObject({ code: 74 })

  expect(readdirSync(folder.dataDir)).toEqual([])
})

test.each(['backup', 'restore'])('%s requires exactly one file', async (command) => {
  for (const files of [[], ['one', 'two']]) {
    const { code, output } = await runCommand(command, files, { DATA_DIR: folder.dataDir })
    expect(code).toBe(64)
    expect(output).toContain(`npm run ${command} -- FILE`)
  }
})

test.each(['backup', 'restore'])('%s refers to pg_dump for PostgreSQL', async (command) => {
  const { code, output } = await runCommand(command, [inFolder('copy.db')], {
    DATABASE_URL: 'postgres://localhost/marquee',
    SESSION_SECRET: 'a secret that only tests use, long enough',
  })

  expect(code).toBe(78)
  expect(output).toContain('pg_dump')
})
