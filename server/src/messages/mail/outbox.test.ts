import { expect, test, vi } from 'vitest'
import type { Context } from '#src/context.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { refuseFor } from '#test/support/refuse-mails.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import type { OutgoingMail } from './mail.ts'
import { listQueuedMails } from './mail-queue.service.ts'
import {
  countFailedMails,
  countRefusedMails,
  countUnsentMails,
  queueMails,
} from './outbox.service.ts'
import { sendDueMails } from './send-mails.service.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const MAIL = {
  kind: 'booking' as const,
  to: 'asha@example.com',
  subject: 'Your seats',
  text: 'A1, A2\n',
  html: '<p>A1, A2</p>',
}

describeDatabases('outbox', (context) => {
  const { book, createOrder } = createBookingCalls(context)
  const queue = (mails = [MAIL]) =>
    inTransaction(context().ctx.db, { durable: true }, (tx) => queueMails(tx, mails))
  const unsent = () => countUnsentMails(context().ctx)
  const sendBy = (deliverMail: Context['deliverMail']) =>
    sendDueMails({ ...context().ctx, deliverMail })

  test('sendDueMails sends a queued mail once and then keeps nothing of its text', async () => {
    await queue()

    expect(await context().sentMails()).toEqual([{ id: expect.any(String), ...MAIL }])
    await context().clock.advance(DAY)
    expect(await context().sentMails()).toHaveLength(1)
    expect(await unsent()).toBe(0)
    const bodies = await context()
      .ctx.db.selectFrom('outbox')
      .select(['body', 'html'])
      .distinct()
      .execute()
    expect(bodies).toEqual([{ body: '', html: null }])
  })

  test('account mails and offers are sent before the mails of many bookings that are due already', async () => {
    await queue([MAIL, MAIL, MAIL, MAIL])
    await context().clock.advance(MINUTE)
    await inTransaction(context().ctx.db, { durable: true }, (tx) =>
      queueMails(tx, [
        { ...MAIL, kind: 'offer' },
        { ...MAIL, kind: 'account' },
      ]),
    )

    const kinds = (await context().sentMails()).map(({ kind }) => kind)

    expect(kinds.slice(0, 3).toSorted()).toEqual(['account', 'booking', 'offer'])
    expect(kinds).toHaveLength(6)
  })

  test('a mail of a transaction that is rolled back is not sent', async () => {
    const failing = inTransaction(context().ctx.db, { durable: true }, async (tx) => {
      await queueMails(tx, [MAIL])
      throw new Error('refused')
    })

    await expect(failing).rejects.toThrow('refused')
    expect(await context().sentMails()).toEqual([])
  })

  test('a mail that the server refuses is sent again later, with the same id', async () => {
    await queue()
    const attempts: string[] = []
    const refuse = async ({ id }: OutgoingMail) => {
      attempts.push(id)
      throw new Error('mailbox full')
    }

    for (const pause of [0, MINUTE, MINUTE, 2 * MINUTE, 2 * MINUTE]) {
      await context().clock.advance(pause)
      await sendBy(refuse)
    }

    expect(attempts).toHaveLength(3)
    expect(await unsent()).toBe(1)
    await context().clock.advance(8 * MINUTE)
    const [sent] = await context().sentMails()
    expect(new Set([...attempts, sent?.id]).size).toBe(1)
  })

  test('a mail that is refused for good is not tried again, and the others are sent [S-660]', async () => {
    await queue([{ ...MAIL, to: 'nobody@example.com' }, MAIL, MAIL])
    const attempts: string[] = []
    const deliver = refuseFor('nobody@example.com', ({ to }) => void attempts.push(to))
    const { log } = context().ctx
    const warn = vi.spyOn(log, 'warn')
    for (const pause of [0, 4 * MINUTE, DAY]) {
      await context().clock.advance(pause)
      await sendBy(deliver)
    }

    expect(attempts.toSorted()).toEqual([MAIL.to, MAIL.to, 'nobody@example.com'])
    expect([await unsent(), await countRefusedMails(context().ctx)]).toEqual([0, 1])
    expect(JSON.stringify(warn.mock.calls)).not.toContain('nobody@example.com')
    const [refused] = await context()
      .ctx.db.selectFrom('outbox')
      .select(['refusal', 'body', 'html'])
      .where('refused_at', 'is not', null)
      .execute()
    expect(refused).toEqual({ refusal: '550 5.1.1 <recipient> is not here', body: '', html: null })
    await context().ctx.db.deleteFrom('outbox').execute()
  })

  test('the notice of a deleted account leaves no address when it is refused [S-660]', async () => {
    await inTransaction(context().ctx.db, { durable: true }, (tx) =>
      queueMails(tx, [{ ...MAIL, kind: 'deletion', to: 'nobody@example.com' }]),
    )

    await sendBy(refuseFor('nobody@example.com'))

    const rows = await context().ctx.db.selectFrom('outbox').select('recipient').execute()
    expect(rows.map(({ recipient }) => recipient)).not.toContain('nobody@example.com')
    expect(await unsent()).toBe(0)
  })

  test('a mail whose process ends before or after its delivery is sent again with the same id', async () => {
    await queue()
    const started = Promise.withResolvers<string>()
    // This process never continues, as after kill -9.
    void sendBy(({ id }) => {
      started.resolve(id)
      return new Promise(() => undefined)
    })
    const id = await started.promise

    expect(await context().sentMails()).toEqual([])
    await context().clock.advance(2 * MINUTE)
    expect(await context().sentMails()).toEqual([{ id, ...MAIL }])
  })

  test('a mail is given up after three days, and does not wait any more', async () => {
    const { ctx, clock } = context()
    await queue()
    await sendBy(() => Promise.reject(new Error('no connection')))
    await clock.advance(2 * MINUTE)
    expect([await unsent(), await countFailedMails(ctx)]).toEqual([1, 1])
    await clock.advance(3 * DAY)

    expect(await context().sentMails()).toEqual([])
    expect([await unsent(), await countFailedMails(ctx)]).toEqual([0, 0])
    expect(await listQueuedMails(ctx)).toMatchObject({ mails: [{ state: 'expired' }] })
    await context().ctx.db.deleteFrom('outbox').execute()
  })

  test('mails that wait are sent oldest first, and all of them', async () => {
    const subjects = Array.from({ length: 25 }, (_, n) => `Mail ${n}`)
    for (const subject of subjects) {
      await queue([{ ...MAIL, subject }])
      await context().clock.advance(1)
    }

    expect((await context().sentMails()).map(({ subject }) => subject)).toEqual(subjects)
  })

  test('two mails of an account at most are sent before a later one of another account [S-704]', async () => {
    const accounts = Array.from({ length: 5 }, (_, n) => `flood${n}@example.com`)
    const flood = accounts.flatMap((to) => Array.from({ length: 6 }, () => ({ ...MAIL, to })))
    await queue(flood)
    await context().clock.advance(1000)
    await queue([{ ...MAIL, to: 'honest@example.com' }])

    const recipients = (await context().sentMails()).map(({ to }) => to)

    const before = recipients.slice(0, recipients.indexOf('honest@example.com'))
    for (const account of accounts)
      expect(before.filter((to) => to === account).length).toBeLessThanOrEqual(2)
    expect(recipients).toHaveLength(31)
  })

  test('an account that was served just now waits behind two mails at most of each other account [S-704]', async () => {
    const send = async (to: string, count: number) => {
      await queue(Array.from({ length: count }, () => ({ ...MAIL, to })))
      await context().clock.advance(1000)
    }
    await send('served@example.com', 4)
    await context().sentMails()
    await send('a@example.com', 8)
    await send('b@example.com', 8)
    const delivered: string[] = []
    await sendBy(async ({ to }) => {
      if (delivered.push(to) !== 6) return
      // It arrives while the others wait.
      await context().clock.advance(1)
      await queue([{ ...MAIL, to: 'served@example.com' }])
      await context().clock.advance(1)
    })

    const after = delivered.slice(6, delivered.indexOf('served@example.com'))
    for (const to of ['a@example.com', 'b@example.com'])
      expect(after.filter((other) => other === to).length).toBeLessThanOrEqual(2)
  })

  test('bookings go on while mails are being delivered', async () => {
    const { ctx } = context()
    await queue(Array.from({ length: 10 }, () => MAIL))
    const { promise: accepting, resolve: accept } = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    let delivered = 0
    const sending = sendBy(async () => {
      started.resolve()
      await accepting
      delivered += 1
    })
    await started.promise

    const showtime = await createShowtime(ctx)
    for (const seat of showtime.seats.slice(0, 5)) await book(await createOrder(showtime, [seat]))

    expect(delivered).toBe(0)
    accept()
    await sending
    expect(delivered).toBe(15)
  })

  test('several nodes send each of many mails once', async () => {
    const { ctx } = context()
    const mails = Array.from({ length: 60 }, (_, n) => ({ ...MAIL, subject: `Mail ${n}` }))
    await queue(mails)
    const subjects: string[] = []
    const node = () =>
      createNodeContext({ ...ctx, deliverMail: async ({ subject }) => void subjects.push(subject) })

    await Promise.all([node(), node(), node()].map((each) => sendDueMails(each)))

    expect(subjects.toSorted()).toEqual(mails.map(({ subject }) => subject).toSorted())
  })
})
