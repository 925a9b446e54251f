import { listAudit } from '@marquee/contract/office/audit'
import * as bookingChanges from '@marquee/contract/office/booking-changes'
import * as bookings from '@marquee/contract/office/bookings'
import * as refunds from '@marquee/contract/office/counter/refunds'
import * as shifts from '@marquee/contract/office/counter/shifts'
import * as vouchers from '@marquee/contract/office/counter/vouchers'
import * as devices from '@marquee/contract/office/devices'
import * as admissions from '@marquee/contract/office/door/admissions'
import * as enquiries from '@marquee/contract/office/enquiries/enquiries'
import * as templates from '@marquee/contract/office/enquiries/reply-templates'
import type { OfficeEndpoint } from '@marquee/contract/office/office-endpoint'
import * as people from '@marquee/contract/office/people'
import * as drafts from '@marquee/contract/office/programme/drafts'
import * as movies from '@marquee/contract/office/programme/movies'
import * as programme from '@marquee/contract/office/programme/plans'
import * as screens from '@marquee/contract/office/programme/screens'
import { getProgramme } from '@marquee/contract/office/programme/week'
import * as attendance from '@marquee/contract/office/reports/attendance'
import { closeDay, getDayClose, getDayCloseCsv } from '@marquee/contract/office/reports/day-close'
import * as demand from '@marquee/contract/office/reports/demand'
import * as takings from '@marquee/contract/office/reports/takings'
import { sellPlaces } from '@marquee/contract/office/sales'
import * as backups from '@marquee/contract/office/settings/backups'
import { getHealth } from '@marquee/contract/office/settings/health'
import * as mails from '@marquee/contract/office/settings/mail-queue'
import { getSettings } from '@marquee/contract/office/settings/settings'
import * as outages from '@marquee/contract/office/shows/seat-outages'
import * as cancellations from '@marquee/contract/office/shows/show-cancellations'
import { previewShowMessage, sendShowMessage } from '@marquee/contract/office/shows/show-messages'
import { moveShow, planMove } from '@marquee/contract/office/shows/show-moves'
import * as shows from '@marquee/contract/office/shows/shows'
import * as rooms from '@marquee/contract/office/shows/waiting-rooms'
import * as valet from '@marquee/contract/office/valet'
import type { ApiCall, ApiDescription } from './api-description.ts'

const DESCRIPTION = `The calls of the office: shows, sales, bookings, the door, the valet, devices and the audit.

A client is a paired device: \`pairDevice\` sets its cookie, which it sends with each request. The scope of
the device decides which calls it may make; a manager may make all of them. Bodies are JSON. Every refusal
has the same body: \`code\` for programs and \`message\` for people. Amounts are whole rupees, instants ISO 8601.`

/** A call that needs a paired device. */
const device = (call: OfficeEndpoint, summary: string): ApiCall => ({
  call,
  summary,
  needs: 'office',
})

/** A table as a CSV file. */
const csv = (call: OfficeEndpoint, summary: string): ApiCall => ({
  ...device(call, summary),
  file: 'text/csv',
})

/** What the OpenAPI document of the office says. */
export const OFFICE_API: ApiDescription = {
  title: 'Marquee office',
  description: DESCRIPTION,
  cookies: ['office'],
  calls: {
    Shows: {
      listShows: device(shows.listShows, 'Lists the shows of a day'),
      getShow: device(shows.getShow, 'Returns a show with all its places'),
      blockPlaces: device(shows.blockPlaces, 'Keeps places from sale: all of them or none'),
      unblockPlaces: device(shows.unblockPlaces, 'Puts kept places on sale again'),
      planMove: device(planMove, 'Says what moving a show would do'),
      moveShow: device(moveShow, 'Moves a show with its bookings to another time or screen'),
      previewShowCancellation: device(
        cancellations.previewShowCancellation,
        'Says what cancelling a show would do',
      ),
      cancelShow: device(cancellations.cancelShow, 'Cancels a show and refunds its bookings'),
      getWaitingRoom: device(rooms.getWaitingRoom, 'Returns the waiting room of a show'),
      setWaitingRoom: device(rooms.setWaitingRoom, 'Sets when booking opens, in a random order'),
      endWaitingRoom: device(rooms.endWaitingRoom, 'Ends the waiting room of a show'),
      previewShowMessage: device(previewShowMessage, 'Says whom a message to all visitors reaches'),
      sendShowMessage: device(sendShowMessage, 'Sends a message to all visitors of a show'),
    },
    Bookings: {
      sellPlaces: device(sellPlaces, 'Sells places at the counter: all of them or none'),
      searchBookings: device(bookings.searchBookings, 'Finds bookings'),
      getBooking: device(bookings.getBooking, 'Returns a booking with its payments and history'),
      addNote: device(bookings.addNote, 'Adds a note to a booking'),
      resendMail: device(bookings.resendMail, 'Sends the confirmation again'),
      correctEmail: device(bookings.correctEmail, 'Corrects the email of a booking'),
      replaceBookingPasses: device(
        bookings.replaceBookingPasses,
        'Makes the passes of a booking void and returns new ones',
      ),
      reprintPasses: device(bookings.reprintPasses, 'Returns the passes of a booking'),
      previewBookingCancellation: device(
        bookingChanges.previewBookingCancellation,
        'Says what cancelling places of a booking would give back',
      ),
      cancelStaffBooking: device(
        bookingChanges.cancelStaffBooking,
        'Cancels places of a booking, or all of it',
      ),
    },
    Exchanges: {
      previewSeatExchange: device(
        bookingChanges.previewSeatExchange,
        'Says what other seats would cost',
      ),
      exchangeSeats: device(bookingChanges.exchangeSeats, 'Exchanges seats of a booking'),
    },
    Counter: {
      listRefunds: device(refunds.listRefunds, 'Lists the refunds that the counter owes'),
      payRefund: device(refunds.payRefund, 'Records that a refund was paid out'),
      listOwnShifts: device(shifts.listOwnShifts, 'Returns the shifts of the device'),
      openShift: device(shifts.openShift, 'Opens a shift at the cash drawer of the device'),
      signOffShift: device(shifts.signOffShift, 'Signs off the open shift of the device'),
      listShifts: device(shifts.listShifts, 'Lists the shifts of all devices'),
      listShiftsCsv: csv(shifts.listShiftsCsv, 'Returns the shifts as a file'),
      listVouchers: device(vouchers.listVouchers, 'Lists the vouchers that were issued last'),
      listVouchersCsv: csv(vouchers.listVouchersCsv, 'Returns the vouchers as a file'),
      issueVoucher: device(vouchers.issueVoucher, 'Issues a voucher'),
      findVoucher: device(vouchers.findVoucher, 'Returns a voucher by its code'),
    },
    Door: {
      getDoorList: device(admissions.getDoorList, 'Returns what a door needs without a network'),
      admitPass: device(admissions.admitPass, 'Records the scan of a pass'),
      undoAdmission: device(admissions.undoAdmission, 'Takes an admission back'),
    },
    Valet: {
      listValetShows: device(valet.listValetShows, 'Lists the shows with vehicles'),
      listVehicles: device(valet.listVehicles, 'Lists the vehicles of a show'),
      setVehicleState: device(valet.setVehicleState, 'Records where a vehicle is'),
    },
    Seats: {
      listSeatOutages: device(outages.listSeatOutages, 'Lists the seats that are out of service'),
      getScreenSeats: device(outages.getScreenSeats, 'Lists the seats of a screen'),
      planOutage: device(outages.planOutage, 'Says what taking seats out of service would do'),
      takeOutOfService: device(outages.takeOutOfService, 'Takes seats out of service'),
      putBackInService: device(outages.putBackInService, 'Puts seats back in service'),
    },
    Programme: {
      getProgramme: device(getProgramme, 'Returns the shows of some days for a grid'),
      planProgramme: device(
        programme.planProgramme,
        'Says what changes or a catalogue file would do',
      ),
      applyProgramme: device(programme.applyProgramme, 'Applies a plan'),
      exportProgramme: device(
        programme.exportProgramme,
        'Returns the programme as a catalogue file',
      ),
      getDraft: device(drafts.getDraft, 'Returns changes that are not applied yet'),
      putDraft: device(drafts.putDraft, 'Saves changes that are not applied yet'),
    },
    Movies: {
      listStaffMovies: device(movies.listStaffMovies, 'Lists the movies with their states'),
      addMovie: device(movies.addMovie, 'Adds a movie'),
      changeMovie: device(movies.changeMovie, 'Changes a movie'),
      removeMovie: device(movies.removeMovie, 'Takes a movie out of the programme'),
      uploadPoster: {
        ...device(movies.uploadPoster, 'Replaces the poster of a movie'),
        upload: movies.POSTER_TYPES,
      },
    },
    Screens: {
      listScreens: device(screens.listScreens, 'Lists the screens in use'),
      setOpeningHours: device(screens.setOpeningHours, 'Changes the opening hours'),
      addScreen: device(screens.addScreen, 'Adds a screen'),
      changeScreen: device(
        screens.changeScreen,
        'Changes the name, cleaning time or closed days of a screen',
      ),
      retireScreen: device(screens.retireScreen, 'Takes a screen out of use'),
      listLayouts: device(screens.listLayouts, 'Lists the versions of the layout of a screen'),
      planLayout: device(screens.planLayout, 'Says what a new version of a layout would do'),
      applyLayout: device(screens.applyLayout, 'Applies a new version of a layout'),
    },
    Enquiries: {
      listEnquiries: device(enquiries.listEnquiries, 'Lists what visitors have asked'),
      getEnquiry: device(enquiries.getEnquiry, 'Returns an enquiry with its answers'),
      replyToEnquiry: device(enquiries.replyToEnquiry, 'Answers an enquiry by mail'),
      changeEnquiry: device(enquiries.changeEnquiry, 'Sets the state or the device of an enquiry'),
      listReplyTemplates: device(templates.listReplyTemplates, 'Lists the prepared answers'),
      putReplyTemplate: device(templates.putReplyTemplate, 'Adds or replaces a prepared answer'),
      removeReplyTemplate: device(templates.removeReplyTemplate, 'Removes a prepared answer'),
    },
    Reports: {
      getTakings: device(takings.getTakings, 'Says what was paid and refunded'),
      getTakingsCsv: csv(takings.getTakingsCsv, 'Returns the takings as a file'),
      listTakingsBookings: device(
        takings.listTakingsBookings,
        'Lists the bookings behind a row of the takings',
      ),
      getOccupancy: device(attendance.getOccupancy, 'Says how full the shows are'),
      getOccupancyCsv: csv(attendance.getOccupancyCsv, 'Returns the occupancy as a file'),
      getSeatSales: device(attendance.getSeatSales, 'Says which seats of a hall sell first'),
      getSeatSalesCsv: csv(attendance.getSeatSalesCsv, 'Returns the seats as a file'),
      getVisits: device(attendance.getVisits, 'Says who came, and when'),
      getVisitsCsv: csv(attendance.getVisitsCsv, 'Returns the visits as a file'),
      getSalesCurve: device(demand.getSalesCurve, 'Says how early tickets are sold'),
      getSalesCurveCsv: csv(demand.getSalesCurveCsv, 'Returns the sales by day as a file'),
      getConversion: device(demand.getConversion, 'Says how many selections become bookings'),
      getConversionCsv: csv(demand.getConversionCsv, 'Returns the conversion as a file'),
      getDayClose: device(getDayClose, 'Returns the cash of a business day'),
      getDayCloseCsv: csv(getDayCloseCsv, 'Returns the cash of a business day as a file'),
      closeDay: device(closeDay, 'Closes a business day for good'),
    },
    Devices: {
      pairDevice: { call: devices.pairDevice, summary: 'Pairs a device with a code' },
      getCurrentDevice: device(devices.getCurrentDevice, 'Returns the device of the request'),
      signOutDevice: device(devices.signOutDevice, 'Ends the pairing of the device'),
      listDevices: device(devices.listDevices, 'Lists the paired devices'),
      createPairingCode: device(devices.createPairingCode, 'Creates a code that pairs a device'),
      renameDevice: device(devices.renameDevice, 'Renames a device'),
      revokeDevice: device(devices.revokeDevice, 'Ends the access of a device'),
    },
    People: {
      listPeople: device(people.listPeople, 'Lists the people of staff'),
      addPerson: device(people.addPerson, 'Adds a person'),
      changePerson: device(people.changePerson, 'Changes the name, scopes or PIN of a person'),
      retirePerson: device(people.retirePerson, 'Ends the PIN of a person'),
      deletePerson: device(people.deletePerson, 'Ends the PIN of a person and deletes the name'),
      unlockDevice: device(people.unlockDevice, 'Tells the device who works at it'),
      lockDevice: device(people.lockDevice, 'Locks the device'),
    },
    Cinema: {
      listAudit: device(listAudit, 'Lists what staff has done'),
      getHealth: device(getHealth, 'Returns the health of the node'),
      getSettings: device(getSettings, 'Lists the settings, the nodes and the migrations'),
      listMails: device(mails.listMails, 'Lists the emails that are not sent yet'),
      retryMails: device(mails.retryMails, 'Tries emails again now'),
      getBackup: device(backups.getBackup, 'Returns the progress of the last backup'),
      startBackup: device(backups.startBackup, 'Backs up the embedded database'),
    },
  },
}
