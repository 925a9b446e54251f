import {
  addNote,
  type FoundBooking,
  getBooking,
  reprintPasses,
  resendMail,
  searchBookings,
} from '@marquee/contract/office/bookings'
import {
  cancelStaffBooking,
  previewBookingCancellation,
  type RefundKind,
} from '@marquee/contract/office/cancellations'
import { Option } from 'commander'
import type { AddCommands } from './command-context.ts'
import { findByLabels } from './find-by-name.ts'
import type { OfficeClient } from './office-client.ts'
import { table } from './output.ts'

export const addBookingCommands: AddCommands = (program, { call, print }) => {
  const booking = program.command('booking').description('find bookings and help their owners')

  booking
    .command('find <text>')
    .description('find bookings by reference, phone number, email, vehicle number or seat')
    .addHelpText('after', '\nExamples:\n  office booking find 9876543210\n  office booking find H7')
    .action(async (q: string) =>
      print(await call(searchBookings, { querystring: { q } }), ({ bookings }) =>
        table(['reference', 'start', 'movie', 'places', 'name'], bookings.map(bookingRow)),
      ),
    )

  booking
    .command('view <reference>')
    .description('show a booking and everything that happened to it')
    .action(async (reference: string) =>
      print(
        await call(getBooking, { params: { reference } }),
        ({ booking: found, history, notes }) =>
          [
            `${found.reference}  ${found.movie.name}, ${found.showtime.startTime}, ${found.showtime.screen}`,
            `${[...found.seats, ...found.slots].map(({ label }) => label).join(' ')}  ${found.totalCost} rupees, ${found.payment}`,
            found.cancelled ? 'cancelled' : `admitted ${found.admitted} of ${found.seats.length}`,
            table(
              ['when', 'what', 'device'],
              history.map(({ at, action, device }) => [at, action, device?.name ?? null]),
            ),
            ...notes.map(({ at, text }) => `note ${at}: ${text}`),
          ].join('\n'),
      ),
    )

  booking
    .command('cancel <reference>')
    .description('cancel a booking, or single seats and slots of it, with a refund')
    .option('--seats <seats...>', 'only these seats, such as H7 H8')
    .option('--slots <slots...>', 'only these parking slots, such as F3')
    .requiredOption('--reason <reason>', 'why, for the audit; visitors do not read it')
    .addOption(
      new Option('--refund <terms>', 'full: the whole price; policy: what the visitor would get')
        .choices(['full', 'policy'])
        .default('policy'),
    )
    .option('--dry-run', 'show the refund, and change nothing')
    .option('--key <key>', 'an idempotency key: the same key cancels once')
    .addHelpText(
      'after',
      `
Examples:
  office booking cancel MQ-7KX2M9QRT4 --reason "illness" --refund full --dry-run
  office booking cancel MQ-7KX2M9QRT4 --seats H7 H8 --reason "broken seats" --refund full`,
    )
    .action(async (reference: string, options: CancelOptions) => {
      const { reason, refund: terms, dryRun, key } = options
      const params = { reference }
      const named = await findPlaces(call, reference, options)
      const preview = await call(previewBookingCancellation, { params, body: { ...named, terms } })
      const { refund } = preview
      if (dryRun)
        return print(preview, ({ fee }) => `${refund} rupees refunded, ${fee} rupees kept`)
      const answer = await call(cancelStaffBooking, {
        params,
        headers: key === undefined ? {} : { 'idempotency-key': key },
        body: { ...named, terms, refund, reason },
      })
      print(answer, ({ booking: { totalCost, cancelled } }) =>
        cancelled
          ? `Cancelled. ${refund} rupees refunded`
          : `${refund} rupees refunded, ${totalCost} rupees are left`,
      )
    })

  booking
    .command('note <reference> <text>')
    .description('write a note to a booking')
    .action(async (reference: string, text: string) =>
      print(
        await call(addNote, { params: { reference }, body: { text } }),
        ({ message }) => message,
      ),
    )

  booking
    .command('resend <reference>')
    .description('send the confirmation with its tickets again')
    .action(async (reference: string) =>
      print(await call(resendMail, { params: { reference } }), ({ message }) => message),
    )

  booking
    .command('reprint <reference>')
    .description('print the passes of a booking again')
    .action(async (reference: string) =>
      print(await call(reprintPasses, { params: { reference } }), ({ passes }) =>
        passes.map(({ label, token }) => `${label}  ${token}`).join('\n'),
      ),
    )
}

interface CancelOptions {
  seats?: string[]
  slots?: string[]
  reason: string
  refund: RefundKind
  dryRun?: boolean
  key?: string
}

/** The ids of the named seats and slots of a booking. Throws a `CommandError` for an unknown one. */
async function findPlaces(
  call: OfficeClient,
  reference: string,
  { seats, slots }: Pick<CancelOptions, 'seats' | 'slots'>,
) {
  const { booking } = await call(getBooking, { params: { reference } })
  const idsOf = (places: { _id: string }[]) => places.map(({ _id }) => _id)
  return {
    ...(seats && { seatIds: idsOf(findByLabels(booking.seats, seats, 'seat')) }),
    ...(slots && { slotIds: idsOf(findByLabels(booking.slots, slots, 'parking slot')) }),
  }
}

const bookingRow = ({ reference, startTime, movie, places, name }: FoundBooking) => [
  ...[reference, startTime, movie, places.join(' '), name],
]
