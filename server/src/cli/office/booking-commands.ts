import {
  addNote,
  type FoundBooking,
  getBooking,
  reprintPasses,
  resendMail,
  searchBookings,
} from '@marquee/contract/office/bookings'
import type { AddCommands } from './command-context.ts'
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
      print(await call(getBooking, { params: { reference } }), ({ booking: found, story, notes }) =>
        [
          `${found.reference}  ${found.movie.name}, ${found.showtime.startTime}, ${found.showtime.screen}`,
          `${[...found.seats, ...found.slots].map(({ label }) => label).join(' ')}  ${found.totalCost} rupees, ${found.payment}`,
          found.cancelled ? 'cancelled' : `admitted ${found.admitted} of ${found.seats.length}`,
          table(
            ['when', 'what', 'device'],
            story.map(({ at, action, device }) => [at, action, device?.name ?? null]),
          ),
          ...notes.map(({ at, text }) => `note ${at}: ${text}`),
        ].join('\n'),
      ),
    )

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

const bookingRow = ({ reference, startTime, movie, places, name }: FoundBooking) => [
  ...[reference, startTime, movie, places.join(' '), name],
]
