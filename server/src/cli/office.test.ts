import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS, formatDateTime } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { runCommand } from '#test/support/commands.ts'
import { createHttpClient } from '#test/support/http-client.ts'
import { type Shows, TOMORROW, testOffice } from '#test/support/office-commands.ts'
import { refuseFor } from '#test/support/refuse-mails.ts'
import { setupDataDir } from '#test/support/server-processes.ts'
import { sendDueMails } from '../messages/mail/send-mails.service.ts'
import { createPairingCode } from '../office/devices/devices.service.ts'

const TIME_ZONE = 'Asia/Kolkata'
const cinemaTime = (instant: string) => formatDateTime(Date.parse(instant), TIME_ZONE)
const dataDir = setupDataDir()

interface Place {
  kind: string
  label: string
  status: string
}

testOffice(
  'the commands run an evening: pair, sell, block, find, verify, and read the audit',
  async ({ ctx, clock, url, office, json }) => {
    const { code } = await createPairingCode(ctx, { name: null, scope: 'manager' }, null)
    await clock.advance(1)
    const browser = createHttpClient(url)
    const paired = await browser.post('/api/office/pair', { code, name: 'Box office' })
    expect(paired.json()).toMatchObject({ name: 'Box office', scope: 'manager' })

    const { link } = await json<{ link: string }>('device', 'add', 'Front door', '--scope', 'door')
    expect(link).toMatch(/\/pair#[\w-]{22}$/)
    const { shows } = await json<Shows>('show', 'list', '--date', TOMORROW)
    const showtimeId = shows.at(-1)?._id ?? ''
    const sold = await json<{ booking: { reference: string }; passes: { token: string }[] }>(
      ...[
        'sell',
        showtimeId,
        'A1',
        'a2',
        '--payment',
        'cash',
        '--name',
        'Asha',
        '--key',
        'first-sale',
      ],
    )
    const blocked = await office('block', showtimeId, 'B1', '--reason', 'broken')
    const taken = await office('sell', showtimeId, 'A1', '--payment', 'cash')
    const { reference } = sold.booking
    const found = await office('booking', 'find', reference)
    const ofDay = await office('booking', 'find', 'A2', TOMORROW)
    const verified = await office('verify', sold.passes[0]?.token ?? '')
    const forged = await office('verify', 'ABC')
    const listed = await office('show', 'view', showtimeId)
    const audit = await json<{ entries: { action: string; device: { name: string } | null }[] }>(
      'audit',
    )

    expect(await office('report', 'reconcile')).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^1 booking: ₹\d+ paid, ₹0 refunded, ₹\d+ kept\. .+ agree\.\n$/,
      ),
    })
    expect(blocked).toEqual({ code: 0, output: '1 blocked\n' })
    expect(taken).toEqual({ code: 1, output: 'A1 has just been taken. Please choose again.\n' })
    expect(found.output).toContain(reference)
    expect(ofDay.output).toContain(reference)
    expect(verified).toEqual({ code: 0, output: `genuine: ${reference}, 0 of 2 admitted\n` })
    expect(forged).toMatchObject({ code: 1 })
    expect(
      listed.output
        .split('\n')
        .slice(0, 4)
        .map((line) => line.split(/ +/).slice(0, 2)),
    ).toEqual([
      ['place', 'status'],
      ['A1', 'SOLD'],
      ['A2', 'SOLD'],
      ['B1', 'BLOCKED'],
    ])
    expect(audit.entries.map(({ action, device }) => [action, device?.name])).toEqual([
      ['places.block', 'Command line'],
      ['booking.sell', 'Command line'],
      ['device.invite', 'Command line'],
      ['device.pair', 'Box office'],
      ['device.invite', undefined],
    ])
  },
)

testOffice(
  'show move prints the plan, and moves the show only with --yes [S-473]',
  async ({ office, json }) => {
    const { shows } = await json<Shows>('show', 'list', '--date', TOMORROW)
    const { _id: showtimeId = '', startTime = '' } = shows.at(-1) ?? {}
    await office('sell', showtimeId, 'A1', 'A2', '--payment', 'cash')
    const time = new Date(Date.parse(startTime) + 60_000).toISOString()
    const move = ['show', 'move', showtimeId, '--time', time, '--reason', 'late print']

    const dryRun = await office(...move, '--dry-run')
    const unconfirmed = await office(...move)
    const { shows: before } = await json<Shows>('show', 'list', '--date', TOMORROW)
    const done = await office(...move, '--yes')
    const again = await office(...move, '--yes')

    expect(dryRun).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 booking, 2 people'),
    })
    expect(dryRun.output).not.toContain('The show was moved.')
    for (const shown of [startTime, time])
      expect(dryRun.output).toContain(`, ${cinemaTime(shown)}\n`)
    expect(unconfirmed).toMatchObject({
      code: 64,
      output: expect.stringMatching(
        /2 people[\s\S]*Nothing is done yet\. Add --yes to move the show\./,
      ),
    })
    expect(before.find(({ _id }) => _id === showtimeId)?.startTime).toBe(startTime)
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('The show was moved.') })
    expect(again).toEqual({ code: 0, output: 'The show is already on that screen at that time.\n' })
    const { shows: after } = await json<Shows>('show', 'list', '--date', TOMORROW)
    expect(after.find(({ _id }) => _id === showtimeId)?.startTime).toBe(time)
    expect(
      await office('show', 'move', showtimeId, '--screen', 'No Such', '--reason', 'x'),
    ).toMatchObject({
      code: 64,
    })
  },
)

testOffice(
  'seats out prints the plan, takes the seats out of service only with --yes, and seats back returns them [S-514]',
  async ({ office, json }) => {
    const { shows } = await json<Shows>('show', 'list', '--date', TOMORROW)
    const last = shows.at(-1)
    const [showtimeId, name] = [last?._id ?? '', last?.screen.name ?? '']
    await office('sell', showtimeId, 'A1', 'A2', '--payment', 'cash')
    const { places } = await json<{ places: Place[] }>('show', 'view', showtimeId, '--all')
    const out = ['seats', 'out', name, 'a1', '--reason', 'broken hinge']

    const dryRun = await office(...out, '--dry-run')
    const unconfirmed = await office(...out)
    expect(await office('seats', 'list')).toEqual({ code: 0, output: 'none\n' })
    const done = await office(...out, '--yes')
    const again = await office(...out, '--yes')

    expect(dryRun).toMatchObject({
      code: 0,
      output: expect.stringMatching(/1 booking, [12] (person|people)/),
    })
    expect(unconfirmed).toMatchObject({
      code: 64,
      output: expect.stringContaining('Add --yes to take the seats out of service.'),
    })
    expect(done).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 seat out of service.'),
    })
    expect(again).toEqual({ code: 0, output: 'These seats are already out of service.\n' })
    expect((await office('seats', 'list')).output).toMatch(/A1 .+ Command line +broken hinge\n$/)
    expect((await office('show', 'view', showtimeId)).output).toMatch(/A1 +OUT_OF_SERVICE/)
    expect(await office('seats', 'back', name, 'A1', '--reason', 'repaired')).toEqual({
      code: 0,
      output: '1 seat back in service.\n',
    })
    const labels = new Set(places.filter(({ kind }) => kind === 'seat').map(({ label }) => label))
    const allOut = ['seats', 'out', name, ...labels, '--reason', 'water']
    for (const options of [[], ['--yes']]) {
      const refused = await office(...allOut, ...options)
      expect(refused).toMatchObject({
        code: 64,
        output: expect.stringMatching(/--refund-lost to take the seats out of service, and refund/),
      })
    }
    for (const wrong of [
      ['No Such', 'A1'],
      [name, 'ZZ99'],
    ])
      expect(await office('seats', 'out', ...wrong, '--reason', 'x')).toMatchObject({ code: 64 })
  },
)

testOffice(
  'the commands print times in the time zone of the cinema, and --json prints them in UTC',
  async ({ office, json }) => {
    const { shows } = await json<Shows>('show', 'list', '--date', TOMORROW)
    const { _id: showtimeId = '', startTime = '' } = shows.at(-1) ?? {}
    const giveBackAt = new Date(Date.parse(startTime) - 60_000).toISOString()
    const { booking } = await json<{ booking: { reference: string } }>(
      ...['sell', showtimeId, 'A1', '--payment', 'cash'],
    )
    await office('block', showtimeId, 'B1', '--reason', 'deliveries', '--until', giveBackAt)
    await office('booking', 'note', booking.reference, 'late')

    expect(startTime).toMatch(/Z$/)
    const shown = {
      [cinemaTime(startTime)]: [
        ['show', 'list', '--date', TOMORROW],
        ['booking', 'find', booking.reference],
        ['booking', 'view', booking.reference],
      ],
      [cinemaTime(giveBackAt)]: [['show', 'view', showtimeId]],
    }
    for (const [time, commands] of Object.entries(shown))
      for (const command of commands) expect((await office(...command)).output).toContain(time)
    for (const command of [['booking', 'view', booking.reference], ['audit'], ['show', 'list']])
      expect((await office(...command)).output).not.toMatch(/\dT\d\d:/)
  },
)

testOffice('free tickets are no money in what the commands print', async ({ office, json }) => {
  const { shows } = await json<Shows>('show', 'list', '--date', TOMORROW)
  const showtimeId = shows.at(-1)?._id ?? ''
  const sold = await office(
    ...['sell', showtimeId, 'A1', 'A2', '--payment', 'complimentary', '--reason', 'goodwill'],
  )
  const [reference = ''] = sold.output.split(' ')
  const reconciled = await office('report', 'reconcile')
  const cancel = ['booking', 'cancel', reference, '--reason', 'x', '--refund', 'full']
  const dryRun = await office(...cancel, '--dry-run')
  const done = await office(...cancel, '--yes')

  expect(sold.output).toMatch(/^\S+ {2}300 rupees of free tickets\nticket +text of its QR code\n/)
  expect(reconciled.output).toMatch(
    /^1 booking: ₹0 paid, ₹0 refunded, ₹0 kept, besides ₹300 of free tickets\. .+ agree\.\n$/,
  )
  const text = 'The tickets were free: nothing is paid out.\n'
  expect([dryRun, done].map(({ output }) => output)).toEqual([text, `Cancelled. ${text}`])
  expect((await office('report', 'reconcile')).output).toContain('₹0 paid, ₹0 refunded, ₹0 kept')
})

testOffice(
  'a label names a seat, and a parking slot only after --slots',
  async ({ office, json }) => {
    const { shows } = await json<Shows>('show', 'list', '--date', TOMORROW)
    const showtimeId = shows.at(-1)?._id ?? ''
    const taken = async () =>
      (await json<{ places: Place[] }>('show', 'view', showtimeId)).places
        .filter(({ status }) => status !== 'AVAILABLE')
        .map(({ kind, label, status }) => `${kind} ${label} ${status}`)
        .toSorted()
    const reason = ['--reason', 'deliveries']

    await office('block', showtimeId, 'F1', ...reason)
    await office('block', showtimeId, '--slots', 'f1', ...reason)
    expect(await taken()).toEqual(['fourWheeler F1 BLOCKED', 'seat F1 BLOCKED'])
    expect(await office('unblock', showtimeId, '--slots', 'F1')).toMatchObject({ code: 0 })

    const sale = ['sell', showtimeId, 'F2', 'F3', '--slots', 'F1', '--vehicle', 'F1=TN01AB1234']
    const { booking } = await json<{ booking: { reference: string } }>(...sale, '--payment', 'cash')
    const cancel = ['booking', 'cancel', booking.reference, '--reason', 'x', '--refund', 'full']
    expect(await office(...cancel, '--seats', 'F2', '--yes')).toMatchObject({ code: 0 })
    expect(await taken()).toEqual(['fourWheeler F1 SOLD', 'seat F1 BLOCKED', 'seat F3 SOLD'])

    for (const wrong of [
      ['block', showtimeId, 'T99', ...reason],
      ['block', showtimeId, ...reason],
      [...cancel, '--slots', 'F2'],
    ])
      expect(await office(...wrong)).toMatchObject({ code: 64 })
  },
)

testOffice(
  'a show is previewed and cancelled only with --yes; a booking is refunded by single seats [S-454]',
  async ({ office, json }) => {
    const { shows } = await json<Shows>('show', 'list', '--date', TOMORROW)
    const showtimeId = shows.at(-1)?._id ?? ''
    const sale = ['sell', showtimeId, 'A1', 'A2', '--payment', 'cash']
    const { booking } = await json<{ booking: { reference: string } }>(...sale)
    const reason = ['--reason', 'Projector broken']

    const seats = ['booking', 'cancel', booking.reference, '--seats', 'A1', ...reason]
    const terms = await office(...seats, '--refund', 'full', '--dry-run')
    const preview = 'To refund: 150 rupees, kept by the cinema: 0 rupees\n'
    expect(terms).toEqual({ code: 0, output: preview })
    expect(await office(...seats, '--refund', 'full')).toEqual({
      code: 64,
      output: `${preview}Nothing is done yet. Add --yes to cancel.\n`,
    })
    expect(await office(...seats, '--refund', 'full', '--yes')).toEqual({
      code: 0,
      output: 'Refunded: 150 rupees\nLeft: A2  150 rupees, cash, after a refund of 150 rupees\n',
    })
    expect(await office(...seats)).toMatchObject({ code: 64 })

    const command = ['show', 'cancel', showtimeId, ...reason]
    expect(await office(...command, '--dry-run')).toMatchObject({
      code: 0,
      output: expect.stringContaining('To refund: 1 booking, 1 person, 0 vehicles, 150 rupees'),
    })
    expect(await office(...command)).toMatchObject({
      code: 64,
      output: expect.stringContaining('Add --yes to cancel the show.'),
    })
    const followUp = new RegExp(
      `Tell or pay 1 booking yourself:\n.+\n${booking.reference} .+ none +150\n$`,
    )
    expect((await office(...command, '--dry-run')).output).toMatch(followUp)
    const done = await office(...command, '--yes')
    expect(done).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Cancelled\.\nRefunded: 1 booking, 1 person/),
    })
    expect(done.output).toMatch(followUp)
    const repeated = ['show', 'cancel', showtimeId, '--reason', 'Power failure']
    for (const options of [[], ['--dry-run'], ['--yes']])
      expect(await office(...repeated, ...options)).toMatchObject({
        code: 0,
        output: expect.stringMatching(
          /^The show was cancelled already, on .+ [AP]M: Projector broken\nRefunded: 1 booking,/,
        ),
      })
    expect(await office('sell', showtimeId, 'B1', '--payment', 'cash')).toMatchObject({
      code: 1,
      output: 'This show has been cancelled\n',
    })
    expect((await office('report', 'reconcile')).code).toBe(0)
  },
)

test('the commands end with the exit codes of the server, and help explains them', async () => {
  const run = async (args: string[], changes = {}) =>
    runCommand('office', args, { DATA_DIR: dataDir(), PORT: '0', OFFICE_PORT: '1', ...changes })

  expect(await run(['sing'])).toMatchObject({ code: 64 })
  expect(await run(['show', 'move', 'x', '--time', '2026-11-26T22:00', '--reason', 'x'])).toEqual({
    code: 64,
    output: expect.stringContaining('its offset from UTC: 2026-12-01T19:00:00+05:30.'),
  })
  expect(await run(['show', 'list'], { PORT: 'x' })).toMatchObject({ code: 78 })
  expect(await run(['show', 'list'])).toMatchObject({ code: 74 })
  const help = await run(['sell', '--help'])
  expect(help.code).toBe(0)
  expect(help.output).toMatch(/^Usage: marquee office sell .+^ {2}marquee office sell SHOW H7 H8/ms)
  const completion = await run(['completion', 'bash'])
  expect(completion.output).toContain('device) words="list add rename revoke"')
})

testOffice(
  'a refused email of a booking is shown, counted and corrected [S-660][S-661][S-662]',
  async ({ ctx, clock, office, json }) => {
    const { shows } = await json<Shows>('show', 'list', '--date', TOMORROW)
    const sale = ['sell', shows.at(-1)?._id ?? '', 'A1', '--payment', 'cash']
    const { booking } = await json<{ booking: { reference: string } }>(
      ...[...sale, '--email', 'nobody@example.com'],
    )
    await sendDueMails({ ...ctx, deliverMail: refuseFor('nobody@example.com') })
    const { reference } = booking
    const health = () => json<{ mails: { refused: number } }>('health')

    expect((await office('booking', 'view', reference)).output).toContain(
      'email refused: nobody@example.com',
    )
    expect((await health()).mails.refused).toBe(1)

    const corrected = await office('booking', 'email', reference, 'asha@example.com')

    expect(corrected.code).toBe(0)
    const recipients: string[] = []
    await clock.advance(1)
    await sendDueMails({ ...ctx, deliverMail: async ({ to }) => void recipients.push(to) })
    expect(recipients).toEqual(['asha@example.com'])
    expect((await office('booking', 'view', reference)).output).not.toContain('email refused')
    expect((await health()).mails.refused).toBe(0)
  },
)

testOffice(
  'show view names accessible places, and sell asks for --accessible before it sells one [S-720]',
  async ({ office, json }) => {
    const { shows } = await json<Shows>('show', 'list', '--date', TOMORROW)
    const showtimeId = shows.find(({ screen }) => screen.name === 'Screen 1')?._id ?? ''
    const { output: places } = await office('show', 'view', showtimeId, '--all')
    expect(places).toMatch(/^C1, wheelchair place +AVAILABLE/m)
    const sell = ['sell', showtimeId, 'C1', 'C3', '--payment', 'cash']

    expect(await office(...sell)).toEqual({
      code: 64,
      output: 'C1 is a wheelchair place. Add --accessible to sell as chosen.\n',
    })
    expect(await office(...sell, '--accessible')).toMatchObject({ code: 0 })
  },
)

testOffice(
  'programme export gives a file that programme import plans and applies, unless it has conflicts [S-872]',
  async ({ ctx, office, json }) => {
    const file = join(ctx.config.dataDir, 'programme.json')
    const { movies, ...rest } = await json<{ movies: { name: string }[] }>('programme', 'export')
    const write = (content: object) => writeFileSync(file, JSON.stringify(content))

    write({ ...rest, movies })
    expect(await office('programme', 'import', file)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Nothing changes.'),
    })
    write({ ...rest, movies: movies.slice(1) })
    const dryRun = await office('programme', 'import', file, '--dry-run')
    expect(dryRun.output).toContain(`movies removed: ${movies[0]?.name}`)
    expect((await office('programme', 'movies')).output).toContain(movies[0]?.name)
    expect((await office('programme', 'import', file)).code).toBe(0)
    expect((await office('programme', 'movies')).output).not.toContain(movies[0]?.name)
    expect((await office('programme', 'screens')).output).toMatch(/Screen 1 +\d+ +15 min/)

    write({ ...rest, movies: [{ ...movies[1], showtimes: [past()] }] })
    expect(await office('programme', 'import', file)).toMatchObject({
      code: 65,
      output: expect.stringContaining('is in the past'),
    })
    expect((await office('programme', 'import', '/none.json')).code).toBe(65)
  },
)

testOffice(
  'programme close, open and hours change when shows are possible, and say what is wrong [S-980][S-981]',
  async ({ office, json }) => {
    const { screens } = await json<{ screens: { _id: string }[] }>('programme', 'screens')
    const screenId = screens[0]?._id ?? ''
    const closed = await office('programme', 'close', screenId, '--from', '2030-06-01')
    expect(closed.output).toBe('Screen 1 is closed from 2030-06-01 to 2030-06-01.\n')
    expect((await office('programme', 'screens')).output).toContain('2030-06-01 to 2030-06-01')
    expect((await office('programme', 'open', screenId)).output).toContain('in use on all days')
    expect((await office('programme', 'hours', '09:00', '01:00')).output).toContain(
      'from 9:00 AM to 1:00 AM',
    )
    expect((await office('programme', 'hours', '9')).code).toBe(1)
    expect((await office('programme', 'hours')).output).toContain('at any time')
  },
)

const past = () => ({ screen: 'Screen 1', startTime: new Date(Date.now() - DAY_MS).toISOString() })
