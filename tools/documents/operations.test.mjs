// @module-tag test-all
import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readShellBlocks } from './shell-blocks.mjs'
import { createTestMachine } from './test-machine.mjs'

/** An installation takes a minute, and longer on a busy machine. */
const INSTALLATION_LIMIT_MS = 15 * 60_000
const METRICS_TOKEN = 'a token that only tests use, long enough'
const IS_READY =
  'curl --fail --silent --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:3000/readyz'
const operations = readShellBlocks('operations.md').filter(
  ({ section }) => section === 'One machine with systemd',
)
const [installation, firstStart] = operations.map(({ script }) => script)
const findScript = (name) => operations.find(({ step }) => step === name).script
const runbook = readShellBlocks('runbook.md')
const [{ script: readSettings }] = runbook
const entries = [...new Set(runbook.flatMap(({ entry }) => entry ?? []))]

let machine
beforeAll(async () => {
  machine = await createTestMachine()
  await runSuccessfully(installation)
  await machine.configure({ METRICS_TOKEN })
  await runSuccessfully(firstStart)
}, INSTALLATION_LIMIT_MS)
afterAll(() => machine.close())
beforeEach(async () => {
  await runSuccessfully('systemctl start marquee.service')
  await runSuccessfully(
    `${IS_READY} && { ls /var/lib/marquee-backups/marquee-*.db || systemctl start marquee-backup.service; }`,
  )
})

async function runSuccessfully(script) {
  const result = await machine.run(script)
  expect({ script, ...result }).toMatchObject({ script, code: 0 })
  return result
}

/** Every file of node_modules with its size and time. */
function listPackageFiles() {
  const folder = machine.path('opt/marquee/node_modules')
  return readdirSync(folder, { recursive: true }).map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name))
    return [name, size, mtimeMs]
  })
}

test('the documented installation serves the site and the office [S-681]', async () => {
  const page = await runSuccessfully('curl --fail --silent http://127.0.0.1:3000/')
  const office = await runSuccessfully(
    '. /etc/marquee.env; curl --fail --silent "http://127.0.0.1:$OFFICE_PORT/"',
  )

  for (const { stdout } of [page, office]) expect(stdout).toContain('<script')
})

test('no command changes the packages of the running server or prints anything else on stdout [S-681]', async () => {
  const before = listPackageFiles()
  const commands = {
    'marquee office --json device list': /^\[.*\]\n$/,
    'marquee office --json health': /^\{.*\}\n$/,
    'marquee check-data': /\n$/,
    'marquee backup /var/lib/marquee-backups/one.db': /^Backup of \S+ written and verified: \S+\n$/,
    'marquee --help': /^Usage/,
  }

  for (const [command, output] of Object.entries(commands)) {
    const { stdout, stderr } = await runSuccessfully(command)
    expect([command, stdout, stderr]).toEqual([command, expect.stringMatching(output), ''])
  }
  for (const command of ['restore one two', 'verify-pass', 'copy-to-postgres', 'catalogue']) {
    const { code, stdout } = await machine.run(`marquee ${command}`)
    expect([command, code, stdout]).toEqual([command, 64, ''])
  }
  expect(listPackageFiles()).toEqual(before)
  await runSuccessfully(IS_READY)
})

test('the documented restore brings back the latest backup [S-681]', async () => {
  rmSync(machine.path('var/lib/marquee-damaged'), { recursive: true, force: true })

  await runSuccessfully(findScript('Restore'))

  await runSuccessfully(`${IS_READY} && marquee check-data`)
})

test(
  'after the documented upgrade the server is ready, and a backup from before it exists [S-681]',
  async () => {
    await machine.run('rm /var/lib/marquee-backups/*')

    await runSuccessfully(findScript('Upgrade'))

    await runSuccessfully(`${IS_READY} && ls /var/lib/marquee-backups/marquee-*.db`)
  },
  INSTALLATION_LIMIT_MS,
)

/** What happens to the machine before the commands of an entry. */
const FAULTS = {
  MarqueeDown: () => machine.run('kill -KILL "$(cat "$MACHINE/pid")"'),
  MarqueeBackupOld: () => machine.run('rm /var/lib/marquee-backups/*.db*'),
  'Exit code 74': async () => {
    await machine.run('systemctl stop marquee.service')
    rmSync(machine.path('var/lib/marquee-damaged'), { recursive: true, force: true })
    truncateSync(machine.path('var/lib/marquee/marquee.db'), 8192)
    await machine.run('systemctl start marquee.service')
  },
}
/** Blocks for other databases run where they are. */
const AVAILABLE = {
  '': true,
  postgres: process.env.TEST_DATABASE_URL,
  redis: process.env.TEST_REDIS_URL,
}

test.each(entries)('the commands of the runbook for %s end as it says [S-682]', async (entry) => {
  await FAULTS[entry]?.()
  const blocks = runbook.filter((block) => block.entry === entry && AVAILABLE[block.needs])

  for (const { step, script } of blocks) {
    const settings = `${readSettings}DATABASE_URL='${AVAILABLE.postgres}' REDIS_URL='${AVAILABLE.redis}'\n`
    const result = await machine.run(settings + script)
    // A check of something broken may fail, but not because of its command.
    const isKnown = step === 'Check' && FAULTS[entry] && ![2, 64, 126, 127].includes(result.code)
    expect({ step, script, ...result }).toMatchObject({ step, code: isKnown ? result.code : 0 })
  }
  await runSuccessfully(IS_READY)
})
