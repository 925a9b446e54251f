import * as accounts from '@marquee/contract/accounts/accounts'
import * as google from '@marquee/contract/accounts/google'
import { listNotices, readAllNotices, readNotice } from '@marquee/contract/accounts/notices'
import { requestPhoneCode, verifyPhone } from '@marquee/contract/accounts/phone-verification'
import { PICTURE_TYPES, uploadPicture } from '@marquee/contract/accounts/profile-picture'
import { endAllSessions, endSession, listSessions } from '@marquee/contract/accounts/session-list'
import * as changes from '@marquee/contract/bookings/booking-changes'
import { createBooking, listBookings } from '@marquee/contract/bookings/bookings'
import { checkVoucher } from '@marquee/contract/bookings/vouchers'
import * as waiting from '@marquee/contract/bookings/waiting-list'
import * as waitingRoom from '@marquee/contract/bookings/waiting-room'
import { getCinema } from '@marquee/contract/cinema/cinema-details'
import { askQuestion, sendMessage } from '@marquee/contract/cinema/enquiries'
import { tellMe } from '@marquee/contract/movies/booking-alerts'
import { getMovie, getMovieBySlug, listMovies } from '@marquee/contract/movies/movies'
import { listMovieShowtimes, listProgramme, proposePairs } from '@marquee/contract/movies/programme'
import { getShowtime } from '@marquee/contract/movies/showtimes'
import { bringCar, listOwnVehicles } from '@marquee/contract/office/valet'
import { listParking, listPublicParking } from '@marquee/contract/parking'
import { listPublicSeats, listSeats } from '@marquee/contract/seats/seats'
import * as tickets from '@marquee/contract/tickets/tickets'
import type { ApiCall, ApiDescription } from './api-description.ts'

const anyone = (call: ApiCall['call'], summary: string): ApiCall => ({ call, summary })
/** A call that needs a signed-in user. */
const user = (call: ApiCall['call'], summary: string): ApiCall => ({
  call,
  summary,
  needs: 'access',
})

/** A call that treats the places held by this visitor in another way than those of others. */
const ofHolder = (apiCall: ApiCall): ApiCall => ({ ...apiCall, reads: 'holder' })

const { bookingCalendar, bookingPdf, passCalendar } = tickets.TICKET_FILES
const OF_BOOKING = { method: 'GET', params: tickets.listPasses.params } as const
const OF_PASS = { method: 'GET', params: tickets.getSharedPass.params } as const

/** All calls of the site. */
const SITE_CALLS = {
  Movies: {
    listMovies: anyone(listMovies, 'Lists the movies with their showtimes'),
    getMovie: anyone(getMovie, 'Returns a movie'),
    getMovieBySlug: anyone(getMovieBySlug, 'Returns a movie by the last part of its page address'),
    tellMe: user(tellMe, 'Asks for a mail when booking opens for a movie'),
  },
  Showtimes: {
    getShowtime: anyone(getShowtime, 'Returns a showtime'),
    listProgramme: anyone(listProgramme, 'Lists the showtimes of a day'),
    listMovieShowtimes: anyone(listMovieShowtimes, 'Lists the showtimes of a movie on a day'),
    proposePairs: anyone(proposePairs, 'Proposes two seats at the next evening shows of a day'),
    listSeats: ofHolder(
      anyone(listSeats, 'Lists the seats of a showtime, each with its status and price'),
    ),
    listParking: ofHolder(anyone(listParking, 'Lists the parking slots of a showtime by type')),
    listPublicSeats: anyone(
      listPublicSeats,
      'Lists the seats as visitors see them who hold none, for shared caches',
    ),
    listPublicParking: anyone(listPublicParking, 'Lists the parking slots in the same way'),
    getCinema: anyone(getCinema, 'Returns the name, address and phone of the cinema'),
  },
  Bookings: {
    createBooking: ofHolder(
      user(createBooking, 'Books seats and parking slots: all of them or none'),
    ),
    checkVoucher: user(checkVoucher, 'Says what a voucher is worth'),
    listBookings: user(listBookings, 'Lists the bookings of the user, a hundred at a time'),
    previewChanges: user(changes.previewChanges, 'Says what a change of a booking would cost'),
    cancelBooking: user(changes.cancelBooking, 'Cancels places of a booking, or all of it'),
    changeSeats: user(changes.changeSeats, 'Changes seats, also to another showtime of the movie'),
    changeParking: user(
      changes.changeParking,
      'Adds parking slots to a booking, or gives some back',
    ),
    changeVehicle: user(changes.changeVehicle, 'Changes the vehicle number of a parking slot'),
    listOwnVehicles: user(listOwnVehicles, 'Lists the vehicles of a booking'),
    bringCar: user(bringCar, 'Asks the valet to bring the vehicles of a booking'),
  },
  Tickets: {
    listPassKeys: anyone(
      tickets.listPassKeys,
      'Lists the public keys that passes are verified with',
    ),
    listPasses: user(tickets.listPasses, 'Lists the passes of a booking'),
    replacePasses: user(
      tickets.replacePasses,
      'Makes the passes of a booking void and returns new ones',
    ),
    listFriendPasses: ofHolder(
      anyone(
        tickets.listFriendPasses,
        'Lists the passes of seats that others have paid for this visitor',
      ),
    ),
    getSharedPass: anyone(tickets.getSharedPass, 'Returns what a pass admits to'),
    getBookingCalendar: {
      ...user({ ...OF_BOOKING, path: bookingCalendar }, 'Returns the calendar entry of a booking'),
      file: 'text/calendar',
    },
    getBookingPdf: {
      ...user({ ...OF_BOOKING, path: bookingPdf }, 'Returns the tickets of a booking as PDF'),
      file: 'application/pdf',
    },
    getPassCalendar: {
      ...anyone({ ...OF_PASS, path: passCalendar }, 'Returns the calendar entry of a pass'),
      file: 'text/calendar',
    },
  },
  'Waiting list': {
    joinWaitingList: user(waiting.joinWaitingList, 'Waits for seats of a sold-out showtime'),
    listWaitingEntries: user(
      waiting.listWaitingEntries,
      'Lists the entries and offers of the user',
    ),
    leaveWaitingList: user(waiting.leaveWaitingList, 'Stops waiting, and gives up an offer'),
    openOffer: ofHolder(user(waiting.openOffer, 'Holds the offered seats for this browser')),
  },
  'Waiting room': {
    joinWaitingRoom: ofHolder(
      anyone(waitingRoom.joinWaitingRoom, 'Takes a position in the waiting room of a showtime'),
    ),
    readWaitingRoom: ofHolder(
      anyone(waitingRoom.readWaitingRoom, 'Returns where the visitor stands'),
    ),
    leaveWaitingRoom: ofHolder(
      anyone(waitingRoom.leaveWaitingRoom, 'Gives the position up, and what the visitor holds'),
    ),
  },
  'Sign-in': {
    signUp: anyone(accounts.signUp, 'Creates an account'),
    signIn: anyone(accounts.signIn, 'Signs in and sets the cookies of the session'),
    googleSignIn: anyone(
      accounts.googleSignIn,
      'Signs in with an ID token of the identity provider',
    ),
    startGoogleSignIn: {
      ...anyone(google.startGoogleSignIn, 'Redirects a browser to the identity provider'),
      redirects: true,
    },
    googleCallback: {
      ...anyone(google.googleCallback, 'Receives a browser from the identity provider'),
      redirects: true,
    },
    getPendingGoogleLink: anyone(
      google.getPendingGoogleLink,
      'Returns the email of the Google account that waits to be linked',
    ),
    getSession: anyone(accounts.getSession, 'Returns the signed-in user, or null'),
    refreshSession: {
      call: accounts.refreshSession,
      summary: 'Renews the session',
      needs: 'refresh',
    },
    signOut: anyone(accounts.signOut, 'Signs out'),
    postSignOut: anyone(accounts.postSignOut, 'Signs out'),
    listSessions: user(listSessions, 'Lists the signed-in devices of the user'),
    endSession: user(endSession, 'Signs a device out'),
    endAllSessions: user(endAllSessions, 'Signs all devices out'),
    forgotPassword: anyone(accounts.forgotPassword, 'Sends a link for a new password'),
    resetPassword: anyone(accounts.resetPassword, 'Sets a new password with the token of the link'),
    requestConfirmation: user(
      accounts.requestConfirmation,
      'Sends the link that confirms the email',
    ),
    confirmEmail: anyone(accounts.confirmEmail, 'Confirms an email with the token of the link'),
  },
  Account: {
    updateUser: user(accounts.updateUser, 'Changes the profile of the user'),
    deleteUser: user(accounts.deleteUser, 'Deletes the account of the user'),
    uploadPicture: {
      ...user(uploadPicture, 'Replaces the profile picture'),
      upload: PICTURE_TYPES,
    },
    requestPhoneCode: user(requestPhoneCode, 'Sends a code that verifies the phone number'),
    verifyPhone: user(verifyPhone, 'Verifies the phone number with the code'),
    listNotices: user(listNotices, 'Lists the latest notices of the user'),
    readNotice: user(readNotice, 'Marks a notice as read'),
    readAllNotices: user(readAllNotices, 'Marks all notices as read'),
  },
  Enquiries: {
    askQuestion: anyone(askQuestion, 'Sends a question to the cinema'),
    sendMessage: anyone(sendMessage, 'Sends a message to the cinema'),
  },
} satisfies ApiDescription['calls']

const DESCRIPTION = `The calls of the site: movies, showtimes, seats, bookings and accounts.

A client keeps the cookies that responses set, and sends them with each request. Bodies are JSON. Every
refusal has the same body: \`code\` for programs and \`message\` for people. Responses to calls carry the
clock of the server in \`x-server-now\` (epoch milliseconds), except those that shared caches keep. Amounts are whole rupees, instants ISO 8601.

Seats are held over Socket.IO events, which docs/api.md of the repository lists.`

/** What the OpenAPI document of the site says. */
export const SITE_API = {
  title: 'Marquee',
  description: DESCRIPTION,
  calls: SITE_CALLS,
  cookies: ['holder', 'access', 'refresh'],
} as const satisfies ApiDescription
