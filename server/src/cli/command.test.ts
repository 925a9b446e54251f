import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommandProcess } from '#test/support/server-process.ts'
import { setupDataDir } from '#test/support/server-processes.ts'
import { connectEmbedded } from '../database/connection/connect.ts'
import { migrate } from '../database/migrate.ts'

const dataDir = setupDataDir()

test.each([
  ['backup', 'marquee backup FILE'],
  ['catalogue', 'marquee catalogue apply FILE'],
  ['check-data', 'marquee check-data'],
  ['copy-to-postgres', 'marquee copy-to-postgres --to postgres://'],
  ['an-unknown-command', 'Usage: marquee COMMAND'],
  ['start', 'Usage: marquee COMMAND'],
  ['office', "unknown command 'one'"],
  ['restore', 'marquee restore FILE'],
  ['verify-pass', 'marquee verify-pass TOKEN'],
])(
  'the process of %s ends with 64 and prints its usage on stderr for wrong arguments',
  async (command, usage) => {
    const { code, stdout, stderr } = await runCommandProcess(command, ['one', 'two'], {
      DATA_DIR: dataDir(),
    })

    expect([code, stdout, stderr]).toEqual([64, '', expect.stringContaining(usage)])
  },
)

test('the process of backup ends with 0, prints its result on stdout, and writes files for their owner only [S-129]', async () => {
  const { db, close } = connectEmbedded(dataDir())
  await migrate(db)
  await close()
  const copy = join(dataDir(), 'copy.db')

  const { code, stdout, stderr } = await runCommandProcess('backup', [copy], {
    DATA_DIR: dataDir(),
  })

  expect([code, stdout, stderr]).toEqual([0, expect.stringContaining(`verified: ${copy}\n`), ''])
  for (const path of [copy, `${copy}.sha256`]) expect(statSync(path).mode & 0o777).toBe(0o600)
})
