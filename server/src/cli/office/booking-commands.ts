import {
  cancelStaffBooking,
  previewBookingCancellation,
  type RefundKind,
} from '@marquee/contract/office/booking-changes'
import {
  addNote,
  correctEmail,
  type FoundBooking,
  getBooking,
  reprintPasses,
  resendMail,
  type StaffBooking,
  searchBookings,
} from '@marquee/contract/office/bookings'
import { bookedPlaceNames } from '@marquee/contract/office/shows/place-names'
import { Option } from 'commander'
import { moneyText, passesText } from './booking-texts.ts'
import type { AddCommands } from './command-context.ts'
import { findByLabels } from './find-by-name.ts'
import { unconfirmed } from './office-client.ts'
import { type FormatInstant, table } from './output.ts'

export const addBookingCommands: AddCommands = (program, { call, print, formatInstant }) => {
  const booking = program.command('booking').description('find bookings and help their owners')

  booking
    .command('find <text...>')
    .description('find bookings by reference, name, phone number, email, vehicle number or seat')
    .addHelpText(
      'after',
      `
Examples:
  marquee office booking find 9876543210
  marquee office booking find Asha Rao
  marquee office booking find H7 27 Nov`,
    )
    .action(async (texts: string[]) =>
      print(await call(searchBookings, { querystring: { q: texts.join(' ') } }), ({ bookings }) =>
        table(
          ['reference', 'start', 'movie', 'places', 'name'],
          bookings.map((found) => bookingRow(found, formatInstant)),
        ),
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
            `${found.reference}  ${found.movie.name}, ${formatInstant(found.showtime.startTime)}, ${found.showtime.screen}`,
            `${bookedPlaceNames(found).join(' ')}  ${moneyText(found)}`,
            ...(found.refusedEmail === null ? [] : [`email refused: ${found.refusedEmail}`]),
            found.cancelled ? 'cancelled' : `admitted ${found.admitted} of ${found.seats.length}`,
            table(
              ['when', 'what', 'device'],
              history.map(({ at, action, device }) => [
                ...[formatInstant(at), action, device?.name ?? null],
              ]),
            ),
            ...notes.map(({ at, text }) => `note ${formatInstant(at)}: ${text}`),
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
    .option('--yes', 'do it; without this option nothing is cancelled')
    .addHelpText(
      'after',
      `
If the answer is lost, "marquee office booking find" tells what was done. Repeated, the command is refused: the
booking is cancelled already, or no longer has these places.

Examples:
  marquee office booking cancel MQ-7KX2M9QRT4 --reason "illness" --refund full --dry-run
  marquee office booking cancel MQ-7KX2M9QRT4 --seats H7 H8 --reason "broken seats" --refund full --yes`,
    )
    .action(async (reference: string, options: CancelOptions) => {
      const { reason, refund: terms, dryRun, yes } = options
      const params = { reference }
      const { booking: found } = await call(getBooking, { params })
      const named = findPlaces(found, options)
      const preview = await call(previewBookingCancellation, { params, body: { ...named, terms } })
      const { refund } = preview
      const isFree = found.payment === 'complimentary'
      const text = isFree
        ? NOTHING_PAID
        : `To refund: ${refund} rupees, kept by the cinema: ${preview.fee} rupees`
      if (dryRun) return print(preview, () => text)
      if (!yes) throw unconfirmed(text, { action: 'cancel' })
      const answer = await call(cancelStaffBooking, {
        params,
        headers: {},
        body: { ...named, terms, refund, reason },
      })
      const done = isFree ? NOTHING_PAID : `Refunded: ${refund} rupees`
      print(answer, ({ booking: left }) =>
        left.cancelled
          ? `Cancelled. ${done}`
          : `${done}\nLeft: ${bookedPlaceNames(left).join(' ')}  ${moneyText(left)}`,
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
    .command('email <reference> <email>')
    .description('correct the email address of a booking, and send what it has not received')
    .addHelpText(
      'after',
      '\nExample:\n  marquee office booking email MQ-7KX2M9QRT4 asha@example.com',
    )
    .action(async (reference: string, email: string) =>
      print(
        await call(correctEmail, { params: { reference }, body: { email } }),
        ({ message }) => message,
      ),
    )

  booking
    .command('reprint <reference>')
    .description('print the passes of a booking again')
    .action(async (reference: string) =>
      print(await call(reprintPasses, { params: { reference } }), ({ passes }) =>
        passesText(passes),
      ),
    )
}

const NOTHING_PAID = 'The tickets were free: nothing is paid out.'

interface CancelOptions {
  seats?: string[]
  slots?: string[]
  reason: string
  refund: RefundKind
  dryRun?: boolean
  yes?: boolean
}

/** The ids of the named seats and slots of a booking. Throws a `CommandError` for an unknown one. */
function findPlaces(
  booking: StaffBooking,
  { seats, slots }: Pick<CancelOptions, 'seats' | 'slots'>,
) {
  const idsOf = (places: { _id: string }[]) => places.map(({ _id }) => _id)
  return {
    ...(seats && { seatIds: idsOf(findByLabels(booking.seats, seats, 'seat')) }),
    ...(slots && { slotIds: idsOf(findByLabels(booking.slots, slots, 'parking slot')) }),
  }
}

const bookingRow = (
  { reference, startTime, movie, places, name }: FoundBooking,
  formatInstant: FormatInstant,
) => [...[reference, formatInstant(startTime), movie, places.join(' '), name]]
