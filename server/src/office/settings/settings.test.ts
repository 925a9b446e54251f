import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { listMails } from '@marquee/contract/office/settings/mail-queue'
import type { getSettings } from '@marquee/contract/office/settings/settings'
import { expect, test } from 'vitest'
import { verifyDatabaseFile } from '#src/database/backup/backup-file.ts'
import { lastBackupAt } from '#src/database/backup/last-backup.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { queueMails } from '#src/messages/mail/outbox.service.ts'
import { sendDueMails } from '#src/messages/mail/send-mails.service.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { refuseFor } from '#test/support/refuse-mails.ts'
import { describeContext, describeDatabases } from '#test/support/test-context.ts'
import { createBackups } from './backups.service.ts'

const MINUTE = 60_000
const MAIL = { kind: 'account' as const, subject: 'A code', text: '1234', html: '<p>1234' }

describeDatabases('the settings of the office', (context) => {
  const office = setupTestOffice(context)
  const isEmbedded = () => context().ctx.config.databaseUrl === undefined

  test('name what is configured, the nodes, the schema and the free disk, and no secret [S-1075]', async () => {
    const { client } = await office().pair('manager')
    const response = await client.get('/api/office/settings')
    const settings = response.json() as ResponseBody<typeof getSettings>

    expect(settings).toMatchObject({ migrations: ['001-initial'] })
    expect(settings.freeDiskBytes).toBeGreaterThan(0)
    expect(settings.nodes.filter(({ isCurrent }) => isCurrent)).toEqual([
      { name: expect.stringMatching(new RegExp(` ${process.pid}$`)), isCurrent: true },
    ])
    expect(settings.settings).toContainEqual(
      expect.objectContaining({ name: 'DATA_DIR', source: 'environment' }),
    )
    expect(response.text).not.toContain('a secret that only tests use')
    const counter = await office().pair('counter')
    expect((await counter.client.get('/api/office/settings')).statusCode).toBe(403)
  })

  test('list the mails that are not sent, those with problems first, and try them again [S-1076]', async () => {
    const { ctx, clock } = context()
    const { client, deviceId } = await office().pair('manager')
    const list = async () =>
      (await client.get('/api/office/mails')).json() as ResponseBody<typeof listMails>
    const queue = (to: string) =>
      inTransaction(ctx.db, { durable: true }, (tx) => queueMails(tx, [{ ...MAIL, to }]))
    await ctx.db.deleteFrom('outbox').execute()
    await queue('delayed@example.com')
    await queue('nobody@example.com')
    const refuse = refuseFor('nobody@example.com')
    const fail = async (mail: Parameters<typeof refuse>[0]) => {
      await refuse(mail)
      throw new Error('mailbox full')
    }
    await sendDueMails({ ...ctx, deliverMail: fail })
    await clock.advance(MINUTE)
    await queue('waiting@example.com')

    const { mails, total } = await list()
    expect(total).toBe(3)
    expect(mails.map(({ recipient, state, canRetry }) => [recipient, state, canRetry])).toEqual(
      expect.arrayContaining([
        ['delayed@example.com', 'delayed', true],
        ['nobody@example.com', 'refused', false],
        ['waiting@example.com', 'waiting', false],
      ]),
    )
    expect(mails.at(-1)?.recipient).toBe('waiting@example.com')
    expect(mails.find(({ state }) => state === 'refused')?.reason).toContain('550')

    expect((await client.post('/api/office/mails/retry', {})).json()).toEqual({
      success: true,
      retried: 1,
    })
    const sent = (await context().sentMails()).map(({ to }) => to)
    expect(sent.toSorted()).toEqual(['delayed@example.com', 'waiting@example.com'])
    const again = await client.post('/api/office/mails/retry', { mailIds: ['unknown'] })
    expect(again.json()).toMatchObject({ retried: 0 })
    const [entry] = await ctx.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'mail.retry')
      .execute()
    expect(entry).toMatchObject({ device_id: deviceId, state_after: '{"mails":1}' })
    await ctx.db.deleteFrom('outbox').execute()
  })

  test('back up the embedded database, verified, with its progress, while it is used [S-1077]', async ({
    skip,
  }) => {
    if (!isEmbedded()) return skip()
    const { ctx } = context()
    const backups = createBackups(ctx)
    expect(backups.status()).toEqual({ isAvailable: true, backup: null })

    const started = await backups.start('d')
    expect(started.backup).toMatchObject({ state: 'running', message: null })
    expect(started.backup?.progress).toBeLessThan(1)
    await expect(backups.start('d')).rejects.toMatchObject({ code: 'CLOSED' })
    await ctx.db.insertInto('pairing_codes').values(CODE).execute()
    await backups.ended()

    const { backup } = backups.status()
    const file = backup?.file ?? ''
    expect(backup).toMatchObject({ state: 'done', progress: 1 })
    expect(lastBackupAt(ctx.config.dataDir)).not.toBeNull()
    expect(file).toMatch(/\/backups\/marquee-\d{8}T\d{6}Z\.db$/)
    expect(existsSync(`${file}.sha256`)).toBe(true)
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700)
    verifyDatabaseFile(file)
  })

  test('delete the draft of an interrupted backup, and say why one fails [S-1077]', async ({
    skip,
  }) => {
    if (!isEmbedded()) return skip()
    const { ctx, clock } = context()
    const { backupDir } = ctx.config
    await clock.advance(2000)
    const name = new Date(ctx.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    mkdirSync(backupDir, { recursive: true, mode: 0o700 })
    writeFileSync(join(backupDir, `marquee-${name}.db`), 'another file')
    writeFileSync(join(backupDir, 'marquee-1.db.x.draft'), 'half')
    const backups = createBackups(ctx)

    await backups.start('d')
    await backups.ended()

    expect(backups.status().backup).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('already exists'),
    })
    expect(readdirSync(backupDir).filter((each) => each.endsWith('.draft'))).toEqual([])
  })

  test('leave the backups of PostgreSQL to its tools [S-1077]', async ({ skip }) => {
    if (isEmbedded()) return skip()
    const { client } = await office().pair('manager')
    expect((await client.get('/api/office/backup')).json()).toEqual({
      isAvailable: false,
      backup: null,
    })
    expect((await client.post('/api/office/backup')).json()).toMatchObject({
      statusCode: 409,
      message: 'PostgreSQL makes its own backups (docs/operations.md).',
    })
  })
})

const CODE = {
  code_hash: 'while copying',
  name: null,
  scope: 'door' as const,
  device_expires_at: null,
  valid_until: 1,
}

describeContext('a backup by the office', (context) => {
  const office = setupTestOffice(context)

  test('is started by managers only, and is in the audit [S-1077]', async ({ skip }) => {
    const { ctx } = context()
    if (ctx.config.databaseUrl !== undefined) return skip()
    const [counter, manager] = [await office().pair('counter'), await office().pair('manager')]
    expect((await counter.client.post('/api/office/backup')).statusCode).toBe(403)

    const started = await manager.client.post('/api/office/backup')
    expect(started.json()).toMatchObject({ isAvailable: true, backup: { state: 'running' } })

    const isDone = async () => {
      const { backup } = (await manager.client.get('/api/office/backup')).json() as {
        backup: { state: string }
      }
      return backup.state
    }
    await expect.poll(isDone).toBe('done')
    const [entry] = await ctx.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'backup.start')
      .execute()
    expect(entry).toMatchObject({ device_id: manager.deviceId, subject_type: 'backup' })
    expect(entry?.subject_id).toMatch(/^marquee-.+\.db$/)
  })
})
