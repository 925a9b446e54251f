import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { AuditAction } from '@marquee/contract/office/audit'
import * as bookingChanges from '@marquee/contract/office/booking-changes'
import * as bookings from '@marquee/contract/office/bookings'
import * as refunds from '@marquee/contract/office/counter/refunds'
import * as shifts from '@marquee/contract/office/counter/shifts'
import * as vouchers from '@marquee/contract/office/counter/vouchers'
import * as devices from '@marquee/contract/office/devices'
import * as door from '@marquee/contract/office/door/admissions'
import * as enquiries from '@marquee/contract/office/enquiries/enquiries'
import * as templates from '@marquee/contract/office/enquiries/reply-templates'
import type { OfficeEndpoint } from '@marquee/contract/office/office-endpoint'
import * as people from '@marquee/contract/office/people'
import * as drafts from '@marquee/contract/office/programme/drafts'
import * as movies from '@marquee/contract/office/programme/movies'
import * as plans from '@marquee/contract/office/programme/plans'
import * as screens from '@marquee/contract/office/programme/screens'
import { closeDay } from '@marquee/contract/office/reports/day-close'
import { sellPlaces } from '@marquee/contract/office/sales'
import * as backups from '@marquee/contract/office/settings/backups'
import { retryMails } from '@marquee/contract/office/settings/mail-queue'
import * as outages from '@marquee/contract/office/shows/seat-outages'
import * as cancellations from '@marquee/contract/office/shows/show-cancellations'
import { sendShowMessage } from '@marquee/contract/office/shows/show-messages'
import * as moves from '@marquee/contract/office/shows/show-moves'
import * as shows from '@marquee/contract/office/shows/shows'
import * as rooms from '@marquee/contract/office/shows/waiting-rooms'
import { setVehicleState } from '@marquee/contract/office/valet'
import { HOUR_MS } from '@marquee/contract/time'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { setupTestOffice } from '#test/support/office.ts'
import { describeContext } from '#test/support/test-context.ts'
import { submitEnquiry } from '../enquiries/enquiries.service.ts'
import { sendDueMails } from '../messages/mail/send-mails.service.ts'
import { OFFICE_API } from '../openapi/office-api.ts'
import { currentDay } from '../reports/business-days.ts'

const nameOf = ({ method, path }: Pick<OfficeEndpoint, 'method' | 'path'>) =>
  `${method} ${path.replace('/api/office/', '')}`

/** The calls that may change something. The API document has each call. */
const CHANGING_CALLS = Object.values(OFFICE_API.calls)
  .flatMap((group) => Object.values(group))
  .map(({ call }) => call)
  .filter(({ method }) => method !== 'GET')
  .map((call) => nameOf(call as OfficeEndpoint))

/** Why a call has no entry. */
const WITHOUT_ENTRY: Record<string, string> = {
  [nameOf(moves.planMove)]: 'changes nothing',
  [nameOf(outages.planOutage)]: 'changes nothing',
  [nameOf(screens.planLayout)]: 'keeps a plan, which is audited when it is applied',
  [nameOf(plans.planProgramme)]: 'keeps a plan, which is audited when it is applied',
  [nameOf(drafts.putDraft)]: 'keeps changes, which are audited when they are applied',
  [nameOf(bookingChanges.previewBookingCancellation)]: 'changes nothing',
  [nameOf(bookingChanges.previewSeatExchange)]: 'changes nothing',
  [nameOf(vouchers.findVoucher)]: 'changes nothing',
  [nameOf(people.lockDevice)]: 'takes access away; the entry of the unlocking names the person',
}

const MOVIE = {
  name: 'First',
  genre: 'Drama',
  cast: ['Asha Rao'],
  summary: 'A movie.',
  language: 'Tamil',
  duration: 100,
  rating: 'UA',
}

interface Input {
  params?: Record<string, string>
  body?: object | undefined
}

describeContext('the audit of the office', (context) => {
  const office = setupTestOffice(context)
  const readEntries = () =>
    context()
      .ctx.db.selectFrom('audit')
      .select(['action', 'device_id'])
      .orderBy('at')
      .orderBy('id')
      .execute()

  test('each call that changes something writes an entry with a device, or is named with the reason for none [S-1238]', async () => {
    const { ctx, clock } = context()
    const { client, deviceId } = await office().pair('manager', 'Counter 1')
    const other = await office().pair('counter', 'Counter 2')
    const pathOf = (path: string, params: Record<string, string> = {}) =>
      path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? 'none')
    const performed = new Set<string>()

    /** Makes a call, and expects these actions of devices in the audit. */
    async function act<E extends OfficeEndpoint>(
      call: E,
      actions: AuditAction[],
      { params, body }: Input = {},
      by = client,
    ) {
      await clock.advance(1)
      const before = await readEntries()
      const response = await by.call(pathOf(call.path, params), {
        method: call.method,
        headers: {
          ...(call.method !== 'DELETE' && { 'content-type': 'application/json' }),
          'idempotency-key': crypto.randomUUID(),
        },
        ...(call.method !== 'DELETE' && { body: JSON.stringify(body ?? {}) }),
      })
      expect([nameOf(call), response.statusCode, response.text]).toEqual([
        nameOf(call),
        200,
        response.text,
      ])
      const entries = (await readEntries()).slice(before.length)
      expect([nameOf(call), entries.map(({ action }) => action)]).toEqual([nameOf(call), actions])
      expect(entries.every(({ device_id: device }) => device !== null)).toBe(true)
      performed.add(nameOf(call))
      return response.json() as ResponseBody<E>
    }

    // Halls and movies.
    const rows = [{ row: 'A', seats: 10, category: 'Standard' }]
    const parking = { twoWheeler: 0, fourWheeler: 2 }
    const addHall = async (name: string) =>
      (await act(screens.addScreen, ['screen.add'], { body: { name, rows, parking } })).screen._id
    const [first, second, third] = [
      await addHall('Hall 1'),
      await addHall('Hall 2'),
      await addHall('Hall 3'),
    ]
    const ofThird = { params: { screenId: third } }
    await act(screens.changeScreen, ['screen.change'], {
      ...ofThird,
      body: { cleaningMinutes: 10 },
    })
    const layout = await act(screens.planLayout, [], {
      ...ofThird,
      body: { rows: [{ row: 'A', seats: 6, category: 'Standard' }], parking },
    })
    await act(screens.applyLayout, ['layout.apply'], {
      ...ofThird,
      body: { planId: layout.planId },
    })
    await act(screens.retireScreen, ['screen.retire'], ofThird)
    const addMovie = async (name: string) =>
      (await act(movies.addMovie, ['movie.add'], { body: { ...MOVIE, name } })).movie._id
    const [movieId, removedId] = [await addMovie('First'), await addMovie('Second')]
    await act(movies.changeMovie, ['movie.change'], {
      params: { movieId },
      body: { summary: 'A better movie.' },
    })
    await act(movies.removeMovie, ['movie.remove'], { params: { movieId: removedId } })
    const poster = await sharp({
      create: { width: 30, height: 45, channels: 3, background: '#f00' },
    })
      .png()
      .toBuffer()
    await client.call(pathOf(movies.uploadPoster.path, { movieId }), {
      method: movies.uploadPoster.method,
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(poster),
    })
    expect((await readEntries()).at(-1)).toEqual({ action: 'movie.poster', device_id: deviceId })
    performed.add(nameOf(movies.uploadPoster))

    // The programme.
    const startAfter = (hours: number) =>
      new Date(Math.ceil(clock.now() / HOUR_MS + hours) * HOUR_MS).toISOString()
    const changes = [2, 6].map((hours) => ({
      type: 'add',
      movieId,
      screenId: first,
      startTime: startAfter(hours),
    }))
    await act(drafts.putDraft, [], { body: { changes, programmeVersion: 0, revision: 0 } })
    const { planId } = await act(plans.planProgramme, [], { body: { changes } })
    await act(plans.applyProgramme, ['programme.apply'], { body: { planId } })
    const [early, late] = await ctx.db
      .selectFrom('showtimes')
      .select('id')
      .where('layout_id', '=', first)
      .orderBy('starts_at')
      .execute()
    const [ofEarly, ofLate] = [early, late].map((show) => ({
      params: { showtimeId: show?.id ?? '' },
    })) as [{ params: { showtimeId: string } }, { params: { showtimeId: string } }]
    const places = await ctx.db
      .selectFrom('places')
      .select(['id', 'kind'])
      .where('layout_id', '=', first)
      .where('retired', '=', 0)
      .orderBy('position')
      .execute()
    const seats = places.flatMap(({ id, kind }) => (kind === 'seat' ? [id] : []))
    const slots = places.flatMap(({ id, kind }) => (kind === 'seat' ? [] : [id]))
    const seat = (index: number) => seats[index] ?? ''

    // The counter.
    const shift = await act(shifts.openShift, ['shift.open'], { body: { openingFloat: 500 } })
    const sale = await act(sellPlaces, ['booking.sell'], {
      ...ofEarly,
      body: {
        placeIds: [seat(0), seat(1), slots[0]],
        payment: 'cash',
        totalCost: 400,
        email: 'asha@example.com',
        vehicles: [{ placeId: slots[0], vehicleNumber: 'TN01AB1234' }],
      },
    })
    const ofBooking = { params: { reference: sale.booking.reference } }
    const house = { placeIds: [seat(5)], reason: 'press' }
    await act(shows.blockPlaces, ['places.block'], { ...ofEarly, body: house })
    await act(shows.unblockPlaces, ['places.unblock'], { ...ofEarly, body: house })
    await act(bookings.addNote, ['booking.note'], { ...ofBooking, body: { text: 'Comes late.' } })
    await act(bookings.resendMail, ['booking.resend-mail'], ofBooking)
    await act(bookings.correctEmail, ['booking.correct-email'], {
      ...ofBooking,
      body: { email: 'asha.rao@example.com' },
    })
    const exchange = {
      showtimeId: ofEarly.params.showtimeId,
      giveBack: [seat(0), seat(1)],
      take: [seat(2), seat(3)],
    }
    const { difference } = await act(bookingChanges.previewSeatExchange, [], {
      ...ofBooking,
      body: exchange,
    })
    await act(bookingChanges.exchangeSeats, ['booking.change-seats'], {
      ...ofBooking,
      body: { ...exchange, difference, payment: 'cash', reason: 'a better view' },
    })
    await act(bookings.replaceBookingPasses, ['booking.replace-passes'], ofBooking)
    const { passes } = await act(bookings.reprintPasses, ['booking.reprint'], ofBooking)

    // The door and the valet.
    const scanId = crypto.randomUUID()
    await act(door.admitPass, ['admission.admit'], {
      body: {
        token: passes[0]?.token,
        scanId,
        scannedAt: new Date(clock.now()).toISOString(),
        showtimeId: ofEarly.params.showtimeId,
      },
    })
    await act(door.undoAdmission, ['admission.undo'], { params: { scanId } })
    for (const state of ['parked', 'returned'])
      await act(setVehicleState, ['vehicle.set-state'], {
        params: { ...ofEarly.params, placeId: slots[0] ?? '' },
        body: { state },
      })

    // Money.
    const toCancel = { seatIds: [seat(2)], terms: 'full' }
    const { refund } = await act(bookingChanges.previewBookingCancellation, [], {
      ...ofBooking,
      body: toCancel,
    })
    await act(bookingChanges.cancelStaffBooking, ['booking.cancel'], {
      ...ofBooking,
      body: { ...toCancel, refund, reason: 'illness' },
    })
    const { number } = await ctx.db
      .selectFrom('payments')
      .select('number')
      .where('booking_id', '=', sale.booking._id)
      .where('kind', '=', 'refund')
      .executeTakeFirstOrThrow()
    await act(refunds.payRefund, ['refund.pay-out'], {
      params: { bookingId: sale.booking._id, number: String(number) },
      body: { method: 'cash' },
    })
    const voucher = await act(vouchers.issueVoucher, ['voucher.issue'], {
      body: { amount: 100, reason: 'goodwill' },
    })
    await act(vouchers.findVoucher, [], { body: { code: voucher.code } })
    await act(shifts.signOffShift, ['shift.sign-off'], {
      body: { shiftId: shift._id, counted: 750 },
    })
    await act(closeDay, ['day.close'], {
      body: { date: await currentDay(ctx), counts: [{ device: deviceId, cash: 250 }] },
    })

    // Shows.
    await act(sendShowMessage, ['show.message'], { ...ofEarly, body: { text: 'Doors are open.' } })
    await act(rooms.setWaitingRoom, ['waiting-room.set'], {
      ...ofLate,
      body: { opensAt: startAfter(1) },
    })
    await act(rooms.endWaitingRoom, ['waiting-room.end'], ofLate)
    const ofFirst = { params: { screenId: first } }
    const broken = { seatIds: [seat(8)] }
    const outage = await act(outages.planOutage, [], { ...ofFirst, body: broken })
    await act(outages.takeOutOfService, ['seats.out-of-service'], {
      ...ofFirst,
      body: { ...broken, planHash: outage.planHash, reason: 'broken' },
    })
    await act(outages.putBackInService, ['seats.back-in-service'], {
      ...ofFirst,
      body: { ...broken, reason: 'repaired' },
    })
    const move = await act(moves.planMove, [], { ...ofLate, body: { screenId: second } })
    await act(moves.moveShow, ['show.move'], {
      ...ofLate,
      body: { screenId: second, planHash: move.planHash, reason: 'the projector' },
    })
    await act(cancellations.cancelShow, ['show.cancel'], {
      ...ofLate,
      body: { reason: 'the projector' },
    })
    await act(screens.setOpeningHours, ['cinema.opening-hours'], {
      body: { openingHours: { opens: '09:00', closes: '02:00' } },
    })

    // Enquiries, mails and backups.
    const message = { name: 'Asha', email: 'asha@example.com', body: 'Is there a café?' }
    await submitEnquiry(ctx, { kind: 'message', ...message })
    const { id: enquiryId } = await ctx.db
      .selectFrom('enquiries')
      .select('id')
      .executeTakeFirstOrThrow()
    const ofEnquiry = { params: { enquiryId } }
    await act(enquiries.replyToEnquiry, ['enquiry.reply'], { ...ofEnquiry, body: { text: 'Yes.' } })
    await act(enquiries.changeEnquiry, ['enquiry.change'], {
      ...ofEnquiry,
      body: { state: 'closed' },
    })
    const ofTemplate = { params: { templateId: crypto.randomUUID() } }
    await act(templates.putReplyTemplate, ['reply-template.put'], {
      ...ofTemplate,
      body: { title: 'Café', text: 'Yes.' },
    })
    await act(templates.removeReplyTemplate, ['reply-template.remove'], ofTemplate)
    await sendDueMails({
      ...ctx,
      deliverMail: async () => {
        throw new Error('mailbox full')
      },
    })
    await act(retryMails, ['mail.retry'])
    if (ctx.config.databaseUrl === undefined) await act(backups.startBackup, ['backup.start'])
    else performed.add(nameOf(backups.startBackup))

    // Devices and people.
    const newDevice = { name: 'Door', scope: 'door' }
    const { code } = await act(devices.createPairingCode, ['device.invite'], { body: newDevice })
    const paired = office().visitor()
    const device = await act(devices.pairDevice, ['device.pair'], { body: { code } }, paired)
    const ofDevice = { params: { deviceId: device._id } }
    await act(devices.renameDevice, ['device.rename'], { ...ofDevice, body: { name: 'Side door' } })
    await act(devices.revokeDevice, ['device.revoke'], ofDevice)
    await act(devices.signOutDevice, ['device.sign-out'], {}, other.client)
    const addPerson = async (name: string, pin: string) =>
      (await act(people.addPerson, ['person.add'], { body: { name, pin, scopes: ['manager'] } }))
        ._id
    const personId = await addPerson('Asha', '1234')
    await act(people.unlockDevice, ['device.unlock'], { body: { personId, pin: '1234' } })
    const ofColleague = { params: { personId: await addPerson('Ravi', '5678') } }
    await act(people.changePerson, ['person.change'], { ...ofColleague, body: { name: 'Ravi K' } })
    await act(people.retirePerson, ['person.retire'], ofColleague)
    await act(people.deletePerson, ['person.delete'], ofColleague)
    await act(people.lockDevice, [])

    const planned = [...performed].filter((name) => !(name in WITHOUT_ENTRY))
    expect([...planned, ...Object.keys(WITHOUT_ENTRY)].toSorted()).toEqual(
      CHANGING_CALLS.toSorted(),
    )
  })
})
