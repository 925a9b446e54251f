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
import { createBuyers } from '#test/support/buyers.ts'
import { createCinemaDirectory, readPassKeys } from '#test/support/cinema-directory.ts'
import { runCommand } from '#test/support/commands.ts'
import { createDataDir } from '#test/support/server-process.ts'
import { setupServerProcesses } from '#test/support/server-processes.ts'
import { canMountDisks, mountSmallDisk } from '#test/support/small-disk.ts'
import { lockDataDir } from '../data-dir/data-dir.ts'
import { backUp as backUpInProcess } from './backup.ts'
import { checksumLine, checksumPath, computeChecksum } from './backup-file.ts'

const folder = setupServerProcesses()

const inFolder = (name: string) => join(folder.dataDir, name)
const backUp = (dataDir: string, copy: string) =>
  runCommand('backup', [copy], { DATA_DIR: dataDir })
const restore = (copy: string, dataDir: string) =>
  runCommand('restore', [copy], { DATA_DIR: dataDir })

const open = (dataDir: string) => folder.start({ DATA_DIR: dataDir, RATE_LIMITS: 'off' })

test('a backup made during sales has all earlier bookings and all until its last one', async () => {
  const { url } = await open(inFolder('cinema'))
  const buyers = await createBuyers(url, 4)
  await Promise.all(buyers.map(({ buyUntil, booked }) => buyUntil(() => booked.length === 10)))

  let isCopied = false
  const sales = Promise.all(buyers.map(({ buyUntil }) => buyUntil(() => isCopied)))
  // In this process, because the start of a process would delay the copy.
  await backUpInProcess(inFolder('cinema'), inFolder('copy.db'))
  isCopied = true
  await sales

  await restore(inFolder('copy.db'), inFolder('restored'))
  const server = await open(inFolder('restored'))
  for (const { booked, listAt } of buyers) {
    const found = await listAt(server.url)
    expect(found.length).toBeGreaterThanOrEqual(10)
    expect(found).toEqual(booked.slice(0, found.length))
  }
})

test('a backup made after a crash has all acknowledged bookings', {
  tags: ['test-all'],
}, async () => {
  const server = await open(inFolder('cinema'))
  const [buyer] = await createBuyers(server.url, 1)
  await buyer?.buyUntil(() => buyer.booked.length === 5)
  await server.kill('SIGKILL')

  await backUp(inFolder('cinema'), inFolder('copy.db'))
  await restore(inFolder('copy.db'), inFolder('restored'))

  const restored = await open(inFolder('restored'))
  expect(await buyer?.listAt(restored.url)).toEqual(buyer?.booked)
})

test('a restored cinema has the key of its passes, with mode 0600 and not in the database', async () => {
  await createCinemaDirectory(inFolder('cinema'))
  await backUp(inFolder('cinema'), inFolder('copy.db'))

  await restore(inFolder('copy.db'), inFolder('restored'))

  const key = readFileSync(inFolder('cinema/ticket-key'), 'utf8')
  expect(readFileSync(inFolder('restored/ticket-key'), 'utf8')).toBe(key)
  expect(statSync(inFolder('restored/ticket-key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(inFolder('restored/marquee.db'), 'latin1')).not.toContain(key)
  expect(await readPassKeys(inFolder('restored'))).toEqual(await readPassKeys(inFolder('cinema')))
})

describe('a backup', () => {
  let cinema: ReturnType<typeof createDataDir>
  let copy: string

  beforeAll(async () => {
    cinema = createDataDir()
    await createCinemaDirectory(cinema.dataDir)
  })
  afterAll(() => cinema.remove())
  beforeEach(async () => {
    copy = inFolder('copy.db')
    await backUp(cinema.dataDir, copy)
  })

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
  const halfOfPages = () => Math.trunc(size() / 8192) * 4096
  const replaceDatabase = () => {
    rmSync(copy)
    change('create table claims (id)', 'create table kysely_migration (name)')
  }
  async function expectRefusedBackup(reason: string) {
    const { code, output } = await restore(copy, inFolder('restored'))
    expect(code).toBe(74)
    expect(output).toContain(reason)
    expect(existsSync(inFolder('restored'))).toBe(false)
  }

  test('leaves only its checksum file beside it', () => {
    expect(readdirSync(folder.dataDir).toSorted()).toEqual(['copy.db', 'copy.db.sha256'])
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
  ])('that is %s is refused before anything is written [S-130]', async (_, damage) => {
    damage()
    await expectRefusedBackup(copy)
  })

  test.each<[string, string, () => unknown]>([
    ['a text file', 'not a database', () => writeFileSync(copy, 'Dear diary, '.repeat(1000))],
    ['half a database', 'malformed', () => truncateSync(copy, halfOfPages())],
    ['a database of another product', 'not a database of this product', replaceDatabase],
    [
      'of a later version',
      '999-later',
      () => change("insert into kysely_migration values ('999-later', '2099-01-01')"),
    ],
    ['inconsistent', 'refers to nothing', () => change('delete from screens')],
  ])('that is %s is refused even with a matching checksum [S-130]', async (_, reason, damage) => {
    damage()
    writeFileSync(checksumPath(copy), checksumLine(await computeChecksum(copy), copy))
    await expectRefusedBackup(reason)
  })

  test('is not restored into a directory with other files', async () => {
    mkdirSync(inFolder('other'))
    writeFileSync(inFolder('other/letter'), 'Dear Asha')

    const { code } = await restore(copy, inFolder('other'))

    expect(code).toBe(73)
    expect(readdirSync(inFolder('other'))).toEqual(['letter'])
  })

  test('is not restored over another database, in use or not [S-131]', async () => {
    await createCinemaDirectory(inFolder('cinema'))
    const unlock = lockDataDir(inFolder('cinema'))
    const whileOpen = await restore(copy, inFolder('cinema'))
    unlock()
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
    truncateSync(join(damaged, 'marquee.db'), halfOfPages())

    expect(await backUp(damaged, inFolder('second.db'))).toEqual({
      code: 74,
      output: 'The database file cannot be read: database disk image is malformed\n',
    })

    expect(readdirSync(folder.dataDir).toSorted()).toEqual(['cinema', 'copy.db', 'copy.db.sha256'])
  })

  test('to a file instead of a folder is refused', async () => {
    const { code, output } = await backUp(cinema.dataDir, join(copy, 'second.db'))

    expect(code).toBe(74)
    expect(output).toContain(`${copy} cannot be used`)
  })

  test.skipIf(!canMountDisks())('to a full disk is refused by the name of its file', async () => {
    const disk = mountSmallDisk(1)
    try {
      await disk.fill()

      const { code, output } = await backUp(cinema.dataDir, join(disk.path, 'second.db'))

      expect(code).toBe(74)
      expect(output).toBe(`${join(disk.path, 'second.db')} cannot be used: its disk is full\n`)
      expect(readdirSync(disk.path)).toEqual(['filler'])
    } finally {
      disk.remove()
    }
  })
})

const SECRET = 'a secret that only tests use, long enough'
const POSTGRES = { DATABASE_URL: 'postgres://localhost/marquee', SESSION_SECRET: SECRET }

test.each<[string, 'backup' | 'restore', string[], Record<string, string>, number, string]>([
  ['backup without a file', 'backup', [], {}, 64, 'marquee backup FILE'],
  ['backup to two files', 'backup', ['one', 'two'], {}, 64, 'marquee backup FILE'],
  ['restore without a file', 'restore', [], {}, 64, 'marquee restore FILE'],
  ['restore of two files', 'restore', ['one', 'two'], {}, 64, 'marquee restore FILE'],
  ['backup of PostgreSQL', 'backup', ['copy.db'], POSTGRES, 78, 'pg_dump'],
  ['restore to PostgreSQL', 'restore', ['copy.db'], POSTGRES, 78, 'pg_dump'],
  ['backup without a database', 'backup', ['copy.db'], {}, 74, 'contains no database'],
])('%s is refused', async (_, command, files, environment, exitCode, reason) => {
  const { code, output } = await runCommand(command, files.map(inFolder), {
    DATA_DIR: folder.dataDir,
    ...environment,
  })

  expect(code).toBe(exitCode)
  expect(output).toContain(reason)
  expect(readdirSync(folder.dataDir)).toEqual([])
})
