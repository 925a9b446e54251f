import { expect } from 'vitest'
import { submitEnquiry } from '#src/enquiries/enquiries.service.ts'
import { sendDueMails } from '#src/messages/mail/send-mails.service.ts'
import { type Shows, TOMORROW, testOffice } from '#test/support/office-commands.ts'

testOffice(
  'the commands list, answer, assign and close enquiries, with prepared answers [S-1067]',
  async ({ ctx, office, json }) => {
    await submitEnquiry(ctx, {
      kind: 'message',
      name: 'Asha',
      email: 'asha@example.com',
      body: 'Is there a lift?',
    })
    const { enquiries } = await json<{ enquiries: { _id: string }[] }>('enquiry', 'list', 'LIFT')
    const id = enquiries[0]?._id ?? ''
    await office('enquiry', 'template', 'save', 'Lift', 'Dear {name}, {cinema} has one.')
    const templates = await office('enquiry', 'template', 'list')
    const unclear = await office('enquiry', 'reply', id)
    const sent = await office('enquiry', 'reply', id, '--template', 'lift')
    const late = await office('enquiry', 'reply', id, 'No.')
    const closed = await office('enquiry', 'set', id, '--state', 'closed', '--device', 'none')
    const removed = await office('enquiry', 'template', 'remove', 'Lift')

    expect(templates.output).toContain('Dear {name}, {cinema} has one.')
    expect(unclear).toEqual({ code: 64, output: 'Please give a text, or a template.\n' })
    expect(sent).toEqual({ code: 0, output: 'The answer goes to asha@example.com.\n' })
    expect([late.code, late.output]).toEqual([
      1,
      'Another device has answered this meanwhile. Please read its answer before you send yours.\n',
    ])
    expect(closed.output).toMatch(
      /^message of Asha <asha@example\.com>, .+\nclosed\n\nIs there a lift\?/,
    )
    expect(closed.output).toMatch(/Command line, .+\(waiting\):\nDear Asha, .+ has one\./)
    expect(removed.output).toBe('The template is removed.\n')
    expect((await office('enquiry', 'list', '--state', 'new')).output).toBe('none\n')
  },
)

testOffice(
  'show message tells the visitors of a show, once for each key, and without --yes only shows whom it reaches [S-1074]',
  async ({ office, json }) => {
    const { shows } = await json<Shows>('show', 'list', '--date', TOMORROW)
    const showtimeId = shows.at(-1)?._id ?? ''
    await office('sell', showtimeId, 'A1', 'A2', '--payment', 'cash', '--email', 'asha@example.com')
    await office('sell', showtimeId, 'A3', '--payment', 'cash', '--phone', '98765 43210')
    const send = (...options: string[]) =>
      office('show', 'message', showtimeId, 'Doors open at 7:15 PM.', ...options)

    const unconfirmed = await send()
    const dryRun = await send('--dry-run')
    const sent = await send('--key', 'doors-715', '--yes')
    const again = await send('--key', 'doors-715', '--yes')

    const reach = '2 bookings, 3 people, 1 email, 0 notices on the site'
    expect(unconfirmed.code).toBe(64)
    expect(unconfirmed.output).toContain('Nothing is done yet. Add --yes to send it.')
    expect(dryRun).toMatchObject({ code: 0, output: expect.stringContaining(reach) })
    expect(dryRun.output).toContain('Doors open at 7:15 PM.')
    expect(dryRun.output).toMatch(/Tell 1 booking yourself:\n.*\n.*98765 43210/)
    expect(sent).toMatchObject({ code: 0, output: expect.stringContaining(reach) })
    expect(again).toEqual(sent)
    const mails = await json<{ mails: { kind: string }[] }>('mail', 'list')
    expect(mails.mails.filter(({ kind }) => kind === 'message')).toHaveLength(1)
  },
)

testOffice(
  'show waiting-room shows who waits, sets when booking opens, and ends the waiting room [S-1128]',
  async ({ office, json }) => {
    const { shows } = await json<Shows>('show', 'list', '--date', TOMORROW)
    const showtimeId = shows.at(-1)?._id ?? ''
    const room = (...options: string[]) => office('show', 'waiting-room', showtimeId, ...options)
    const soon = new Date(Date.now() + 60_000).toISOString()
    const none = 'No waiting room: visitors choose at once.\n'

    expect(await room()).toEqual({ code: 0, output: none })
    expect((await room('--opens-at', 'soon')).code).toBe(64)
    expect((await room('--opens-at', soon)).output).toMatch(
      /^Booking opens on .+\. 0 visitors waiting\.\n$/,
    )
    expect(await room('--end')).toEqual({ code: 0, output: none })
    expect((await room('--end')).code).toBe(1)
  },
)

testOffice(
  'settings and mail show what is configured, and try emails again [S-1075][S-1076]',
  async ({ ctx, office }) => {
    await submitEnquiry(ctx, {
      kind: 'question',
      name: null,
      email: 'asha@example.com',
      body: 'Open?',
    })
    await sendDueMails({ ...ctx, deliverMail: () => Promise.reject(new Error('no connection')) })

    const settings = await office('settings')
    const listed = await office('mail', 'list')
    const retried = await office('mail', 'retry')

    expect(settings.output).toMatch(/^DATA_DIR +\S+ +environment$/m)
    expect(settings.output).toContain('schema: 001-initial')
    expect(listed.output).toMatch(/enquiry +box-office@localhost +delayed +1/)
    expect(retried).toEqual({ code: 0, output: 'emails tried again: 1\n' })
  },
)
