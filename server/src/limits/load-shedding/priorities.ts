import * as accounts from '@marquee/contract/accounts/accounts'
import {
  getPendingGoogleLink,
  googleCallback,
  startGoogleSignIn,
} from '@marquee/contract/accounts/google'
import { listNotices, readAllNotices, readNotice } from '@marquee/contract/accounts/notices'
import { requestPhoneCode, verifyPhone } from '@marquee/contract/accounts/phone-verification'
import { uploadPicture } from '@marquee/contract/accounts/profile-picture'
import { endAllSessions, endSession, listSessions } from '@marquee/contract/accounts/session-list'
import * as changes from '@marquee/contract/bookings/booking-changes'
import { createBooking, listBookings } from '@marquee/contract/bookings/bookings'
import { checkVoucher } from '@marquee/contract/bookings/vouchers'
import * as waiting from '@marquee/contract/bookings/waiting-list'
import * as waitingRoom from '@marquee/contract/bookings/waiting-room'
import type { Endpoint, MethodAndPath } from '@marquee/contract/calls/endpoint'
import { getCinema } from '@marquee/contract/cinema/cinema-details'
import { askQuestion, sendMessage } from '@marquee/contract/cinema/enquiries'
import { tellMe } from '@marquee/contract/movies/booking-alerts'
import { getMovie, getMovieBySlug, listMovies } from '@marquee/contract/movies/movies'
import { listMovieShowtimes, listProgramme, proposePairs } from '@marquee/contract/movies/programme'
import { getShowtime } from '@marquee/contract/movies/showtimes'
import { bringCar, listOwnVehicles } from '@marquee/contract/office/valet'
import { MOVED_PAGES, PAGES, patternOf } from '@marquee/contract/pages'
import { listParking, listPublicParking } from '@marquee/contract/parking'
import { listPublicSeats, listSeats } from '@marquee/contract/seats/seats'
import type { ClientEvent } from '@marquee/contract/socket'
import * as tickets from '@marquee/contract/tickets/tickets'
import type { Priority } from './load-level.ts'

type Call = MethodAndPath<Endpoint>

const { bookingCalendar, bookingPdf, passCalendar } = tickets.TICKET_FILES
const get = (path: Endpoint['path']): Call => ({ method: 'GET', path })

/**
 * The priority of each call of the site. Who pays needs an account and its session, so sign-in is as urgent as paying. Calls of the office and
 * health checks have none: they are always served.
 */
export const CALL_PRIORITIES: Readonly<Record<Priority, readonly Call[]>> = {
  looking: [
    listMovies,
    getMovie,
    getMovieBySlug,
    listProgramme,
    listMovieShowtimes,
    proposePairs,
    getCinema,
    listSeats,
    listParking,
    listPublicSeats,
    listPublicParking,
    tellMe,
    listNotices,
    readNotice,
    readAllNotices,
    listSessions,
    uploadPicture,
    accounts.updateUser,
    accounts.deleteUser,
    requestPhoneCode,
    verifyPhone,
    askQuestion,
    sendMessage,
  ],
  choosing: [
    getShowtime,
    waiting.joinWaitingList,
    waiting.listWaitingEntries,
    waiting.leaveWaitingList,
    waiting.openOffer,
    waitingRoom.joinWaitingRoom,
    waitingRoom.readWaitingRoom,
    waitingRoom.leaveWaitingRoom,
  ],
  paying: [
    createBooking,
    checkVoucher,
    changes.previewChanges,
    changes.cancelBooking,
    changes.changeSeats,
    changes.changeParking,
    changes.changeVehicle,
    accounts.signUp,
    accounts.signIn,
    accounts.googleSignIn,
    startGoogleSignIn,
    googleCallback,
    getPendingGoogleLink,
    accounts.forgotPassword,
    accounts.resetPassword,
    accounts.requestConfirmation,
    accounts.confirmEmail,
    endSession,
    endAllSessions,
  ],
  tickets: [
    accounts.getSession,
    accounts.refreshSession,
    accounts.signOut,
    accounts.postSignOut,
    listBookings,
    listOwnVehicles,
    bringCar,
    tickets.listPassKeys,
    tickets.listPasses,
    tickets.replacePasses,
    tickets.listFriendPasses,
    tickets.getSharedPass,
    get(bookingCalendar),
    get(bookingPdf),
    get(passCalendar),
  ],
}

/** Releasing places helps others, and more time keeps what was promised: both are as urgent as paying. */
export const EVENT_PRIORITIES: Readonly<Record<ClientEvent, Priority>> = {
  joinShowtime: 'choosing',
  holdSeat: 'choosing',
  holdParkingSlot: 'choosing',
  holdBest: 'choosing',
  holdBlock: 'choosing',
  shareSelection: 'choosing',
  setPayer: 'choosing',
  joinSelection: 'choosing',
  leaveShowtime: 'paying',
  releaseSeat: 'paying',
  releaseParkingSlot: 'paying',
  extendHold: 'paying',
  beginCheckout: 'paying',
}

/** The HTML pages. My Bookings is on the page of the profile. */
const PAGE_PRIORITIES: Readonly<Record<keyof typeof PAGES, Priority>> = {
  home: 'looking',
  about: 'looking',
  faq: 'looking',
  movie: 'looking',
  seatScreen: 'choosing',
  seatScreenLegacy: 'choosing',
  changeSeats: 'paying',
  payment: 'paying',
  signIn: 'paying',
  signUp: 'paying',
  confirmEmail: 'paying',
  forgotPassword: 'paying',
  resetPassword: 'paying',
  profile: 'tickets',
  profileLegacy: 'tickets',
  ticket: 'tickets',
  pass: 'tickets',
}

const priorityByCall = new Map<string, Priority>(
  Object.entries(CALL_PRIORITIES).flatMap(([priority, calls]) =>
    calls.map(({ method, path }) => [`${method} ${path}`, priority as Priority] as const),
  ),
)

/** The priority of a call, by its method and path pattern. Null for a route that is no call, such as a file or a health check. */
export const priorityOfCall = (method: string, pattern: string | undefined) =>
  priorityByCall.get(`${method === 'HEAD' ? 'GET' : method} ${pattern}`) ?? null

const pages = Object.entries(PAGES).map(([name, path]) => ({
  pattern: patternOf(path),
  priority: PAGE_PRIORITIES[name as keyof typeof PAGES],
}))

/** The priority of an HTML page, by its path without the query. Null for any other path, which is answered from memory. */
export const priorityOfPage = (path: string) =>
  path in MOVED_PAGES
    ? 'paying'
    : (pages.find(({ pattern }) => pattern.test(path))?.priority ?? null)
