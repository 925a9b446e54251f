import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { Enquiry, listEnquiries } from '@marquee/contract/office/enquiries/enquiries'
import { expect, test } from 'vitest'
import { sendDueMails } from '#src/messages/mail/send-mails.service.ts'
import { listNotices } from '#src/messages/notices/notices.service.ts'
import { confirmUser, createUser, emailOf } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { overlapRequests } from '#test/support/overlapping-requests.ts'
import { refuseFor } from '#test/support/refuse-mails.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { submitEnquiry } from './enquiries.service.ts'
import { changeEnquiry, getEnquiry, replyToEnquiry } from './staff-enquiries.service.ts'

const PATH = '/api/office/enquiries'
const ANSWERED_MEANWHILE =
  'Another device has answered this meanwhile. Please read its answer before you send yours.'

describeDatabases('enquiries in the office', (context) => {
  const office = setupTestOffice(context)
  type Client = Awaited<ReturnType<ReturnType<typeof office>['pair']>>['client']

  /** A visitor sends a question, a moment after the one before. Returns its id. */
  async function ask(body: string, email = 'asha@example.com', name: string | null = null) {
    const { ctx, clock } = context()
    await clock.advance(1)
    await submitEnquiry(ctx, { kind: 'question', name, email, body })
    const { id } = await ctx.db
      .selectFrom('enquiries')
      .select('id')
      .where('body', '=', body)
      .executeTakeFirstOrThrow()
    return id
  }
  const list = async (client: Client, query = '') =>
    (await client.get(`${PATH}?${query}`)).json() as ResponseBody<typeof listEnquiries>
  const textsOf = async (client: Client, query = '') =>
    (await list(client, query)).enquiries.map(({ text }) => text)

  test('are listed by state, the latest first, and found by any part of name, email and text [S-1060]', async () => {
    const { client } = await office().pair('counter')
    await context().ctx.db.deleteFrom('enquiries').execute()
    await ask('Is there 50% popcorn?', 'meera@example.com', 'Meera')
    const id = await ask('Where do I park?')
    await client.post(`${PATH}/${id}/reply`, { text: 'Below the cinema.' })

    expect(await textsOf(client)).toEqual(['Where do I park?', 'Is there 50% popcorn?'])
    expect(await textsOf(client, 'state=new')).toEqual(['Is there 50% popcorn?'])
    expect(await textsOf(client, 'state=answered')).toEqual(['Where do I park?'])
    for (const found of ['MEERA', 'example.com&state=new', '50%25', 'popcorn'])
      expect(await textsOf(client, `q=${found}`), found).toEqual(['Is there 50% popcorn?'])
    expect(await textsOf(client, 'q=5_%25')).toEqual([])
    expect(await list(client)).toMatchObject({
      counts: { new: 1, answered: 1, closed: 0, spam: 0 },
      next: null,
    })
  })

  test('are listed in pages of fifty that follow each other [S-1060]', async () => {
    const { client } = await office().pair('counter')
    await context().ctx.db.deleteFrom('enquiries').execute()
    for (let n = 0; n < 52; n += 1) await ask(`Question ${n}`)

    const first = await list(client)
    expect(first.enquiries).toHaveLength(50)
    expect(await textsOf(client, `before=${first.next}`)).toEqual(['Question 1', 'Question 0'])
    expect((await client.get(`${PATH}?before=anything`)).statusCode).toBe(400)
  })

  test('are answered by mails in one thread, and the answers stay with their devices [S-1061]', async () => {
    const { client, deviceId } = await office().pair('counter', 'Counter 1')
    const id = await ask('Is there a lift?\nMy mother uses a wheelchair.')
    await context().sentMails()

    const first = await client.post(`${PATH}/${id}/reply`, { text: ' Yes, beside the doors. ' })
    expect(first.json()).toMatchObject({
      success: true,
      enquiry: {
        state: 'answered',
        answers: [
          {
            text: 'Yes, beside the doors.',
            device: { _id: deviceId, name: 'Counter 1' },
            delivery: 'waiting',
          },
        ],
      },
    })
    await client.post(`${PATH}/${id}/reply`, { text: 'It is open until 1 AM.', answers: 1 })

    const mails = (await context().sentMails()).filter(({ kind }) => kind === 'answer')
    const { answers } = await getEnquiry(context().ctx, id)
    const [one, two] = answers.map(({ _id }) => _id)
    expect(mails).toEqual([
      expect.objectContaining({ id: one, to: 'asha@example.com', thread: [id] }),
      expect.objectContaining({ id: two, to: 'asha@example.com', thread: [id, one] }),
    ])
    expect(mails[0]).toMatchObject({ subject: 'Re: your question to Marquee' })
    expect(mails[0]?.text).toMatch(
      /^Yes, beside the doors\.\n\nYou wrote on .+:\n> Is there a lift\?\n> My mother uses a wheelchair\.\n/,
    )
    expect(answers.map(({ delivery }) => delivery)).toEqual(['sent', 'sent'])
  })

  test('reach the visitor as text, whatever was written, and no text of them is in a header [S-1086]', async () => {
    const { client } = await office().pair('counter')
    const markup = '<img src=x onerror=alert(1)>'
    const id = await ask(`${markup} asked`, 'asha@example.com', 'Asha')
    await client.post(`${PATH}/${id}/reply`, { text: `${markup} answered` })

    const mail = (await context().sentMails()).find(({ kind }) => kind === 'answer')
    expect(mail?.html).not.toContain('<img')
    for (const word of ['asked', 'answered'])
      expect(mail?.html).toContain(`&lt;img src=x onerror=alert(1)&gt; ${word}`)
    expect(mail?.subject).toBe('Re: your question to Marquee')
  })

  test('show the answers that the mail server has refused [S-1061]', async () => {
    const { client } = await office().pair('counter')
    const id = await ask('Hello?', 'nobody@example.com')
    await client.post(`${PATH}/${id}/reply`, { text: 'Hello.' })

    await sendDueMails({ ...context().ctx, deliverMail: refuseFor('nobody@example.com') })

    const { answers } = await getEnquiry(context().ctx, id)
    expect(answers).toEqual([expect.objectContaining({ delivery: 'refused' })])
    await context().ctx.db.deleteFrom('outbox').execute()
  })

  test('are answered by one of two devices at once: the other one is told and sends nothing [S-1062]', async () => {
    const { ctx } = context()
    for (let atStatement = 1; atStatement <= 8; atStatement += 1) {
      const enquiryId = await ask(`Together ${atStatement}?`)
      await context().sentMails()
      const reply = (deviceId: string) => (node: typeof ctx) =>
        replyToEnquiry(node, { enquiryId, deviceId, text: `From ${deviceId}`, answers: 0 })

      const results = await Promise.allSettled(
        overlapRequests(ctx, { atStatement }, [reply('one'), reply('two')]),
      )

      const refused = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason] : [],
      )
      expect(refused, `statement ${atStatement}`).toEqual([
        expect.objectContaining({ code: 'CLOSED', message: ANSWERED_MEANWHILE }),
      ])
      expect((await getEnquiry({ reader: ctx.db }, enquiryId)).answers).toHaveLength(1)
      const sent = await context().sentMails()
      expect(sent.filter(({ thread }) => thread?.[0] === enquiryId)).toHaveLength(1)
    }
  })

  test('take an answer once that is sent again by its device, because its response was lost [S-1062]', async () => {
    const [one, two] = [await office().pair('counter'), await office().pair('counter')]
    const id = await ask('Once?')
    const send = ({ client }: typeof one, text = 'Yes.') =>
      client.post(`${PATH}/${id}/reply`, { text })

    expect((await send(one)).statusCode).toBe(200)
    expect((await send(one)).statusCode).toBe(200)
    for (const other of [await send(two), await send(one, 'No.')])
      expect(other.json()).toMatchObject({ statusCode: 409, message: ANSWERED_MEANWHILE })

    expect((await getEnquiry(context().ctx, id)).answers).toHaveLength(1)
  })

  test('emit an event when they arrive, are answered and change [S-1270]', async () => {
    const { ctx } = context()
    const told: string[] = []
    ctx.events.on('enquiriesChanged', (enquiryId) => told.push(enquiryId))
    const enquiryId = await ask('Is it live?')
    expect(told).toEqual([enquiryId])

    await replyToEnquiry(ctx, { enquiryId, deviceId: 'counter', text: 'Yes.', answers: 0 })
    expect(told).toEqual([enquiryId, enquiryId])

    await changeEnquiry(ctx, { enquiryId, changedBy: 'counter', state: 'closed' })
    expect(told).toEqual([enquiryId, enquiryId, enquiryId])
  })

  test('tell the account that has confirmed their email of each answer once, and no other account [S-1270]', async () => {
    const { ctx } = context()
    const [owner, other] = [await createUser(ctx), await createUser(ctx)]
    await confirmUser(ctx, owner)
    const told: string[] = []
    ctx.events.on('noticesChanged', (userId) => told.push(userId))
    const ofOwner = await ask('Is there a bell?', emailOf(owner).toUpperCase())
    const ofOther = await ask('Who am I?', emailOf(other))

    for (const enquiryId of [ofOwner, ofOwner, ofOther])
      await replyToEnquiry(ctx, { enquiryId, deviceId: 'counter', text: 'A bell.', answers: 0 })

    expect(told).toEqual([owner])
    expect((await listNotices(ctx, owner)).notices).toMatchObject([
      { kind: 'message', title: 'An answer to your question', text: 'A bell.', readAt: null },
    ])
    expect((await listNotices(ctx, other)).notices).toEqual([])
  })

  test('are closed, opened again, and put away as spam, and not answered while they are not open [S-1063]', async () => {
    const { client } = await office().pair('counter')
    const id = await ask('Buy watches!')
    const change = async (body: object) => (await client.patch(`${PATH}/${id}`, body)).json()

    expect(await change({ state: 'spam' })).toMatchObject({ enquiry: { state: 'spam' } })
    expect(await textsOf(client)).not.toContain('Buy watches!')
    expect(await textsOf(client, 'state=spam')).toEqual(['Buy watches!'])
    for (const state of ['spam', 'closed']) {
      await change({ state })
      const reply = await client.post(`${PATH}/${id}/reply`, { text: 'No.' })
      expect(reply.json()).toMatchObject({
        statusCode: 409,
        message: 'This enquiry is closed. Please open it again before you answer.',
      })
    }
    expect(await change({ state: 'new' })).toMatchObject({ enquiry: { state: 'new' } })
    expect(await change({ state: 'lost' })).toMatchObject({ statusCode: 400 })
    expect((await client.patch(`${PATH}/none`, { state: 'new' })).statusCode).toBe(404)
  })

  test('are assigned to a device that is paired, and taken from it again [S-1063]', async () => {
    const { client } = await office().pair('counter')
    const manager = await office().pair('manager', 'Laptop')
    const id = await ask('May I book the whole hall?')
    const assign = async (deviceId: string | null) =>
      (await client.patch(`${PATH}/${id}`, { deviceId })).json()

    expect(await assign(manager.deviceId)).toMatchObject({
      enquiry: { device: { _id: manager.deviceId, name: 'Laptop' }, state: 'new' },
    })
    expect(await assign('none')).toMatchObject({
      statusCode: 404,
      message: 'There is no such device.',
    })
    expect(await assign(null)).toMatchObject({ enquiry: { device: null } })
  })

  test('leave their id, states and devices in the audit, and no text, name or email [S-1065]', async () => {
    const { client, deviceId } = await office().pair('manager')
    const id = await ask('Canary question', 'canary@example.com', 'Canary Name')
    await client.post(`${PATH}/${id}/reply`, { text: 'Canary answer' })
    await client.patch(`${PATH}/${id}`, { state: 'closed', deviceId })

    const audit = await context()
      .ctx.db.selectFrom('audit')
      .selectAll()
      .where('subject_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(audit.map(({ action, device_id }) => [action, device_id])).toEqual([
      ['enquiry.reply', deviceId],
      ['enquiry.change', deviceId],
    ])
    expect(JSON.stringify(audit).toLowerCase()).not.toContain('canary')
    const { entries, names } = (await client.get(`/api/office/audit?subject=${id}`)).json() as {
      entries: { before: object; after: object }[]
      names: Record<string, string>
    }
    expect(names[id]).toMatch(/^question of /)
    expect(entries[0]).toMatchObject({
      before: { state: 'answered', assigneeId: null },
      after: { state: 'closed', assigneeId: deviceId },
    })
  })

  test.each([
    ['an empty text', { text: '  ' }, 'Please write an answer.'],
    ['a long text', { text: 'x'.repeat(4001) }, 'Please use at most 4000 characters.'],
    [
      'an open placeholder',
      { text: 'Dear {name}, yes.' },
      'Please replace the words in braces, such as {name}.',
    ],
  ])('refuse an answer with %s [S-1064]', async (_, body, message) => {
    const { client } = await office().pair('counter')
    const id = await ask(`Refused ${message}`)
    const response = await client.post(`${PATH}/${id}/reply`, body)
    expect(response.json()).toMatchObject({ statusCode: 400, message })
    const { answers } = (
      (await client.get(`${PATH}/${id}`)).json() as { enquiry: Pick<Enquiry, 'answers'> }
    ).enquiry
    expect(answers).toEqual([])
  })
})
