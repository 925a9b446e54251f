import type { StoryStep } from '@marquee/contract/office/bookings'

/** What staff reads about each action of the audit and each step of a booking. */
export const ACTION_NAMES: Record<StoryStep['action'], string> = {
  'device.pair': 'Device paired',
  'device.invite': 'Pairing link made',
  'device.rename': 'Device renamed',
  'device.revoke': 'Device revoked',
  'device.sign-out': 'Device signed out',
  'places.block': 'Places blocked',
  'places.unblock': 'Places released',
  'places.release': 'Places released by themselves',
  'show.cancel': 'Show cancelled',
  'booking.create': 'Booked on the site',
  'booking.sell': 'Sold at the counter',
  'booking.note': 'Note added',
  'booking.resend-mail': 'Mail requested again',
  'booking.reprint': 'Tickets shown again',
  'booking.cancel': 'Places cancelled',
  'booking.change-seats': 'Seats changed',
  'booking.change-parking': 'Parking changed',
  'booking.change-vehicle': 'Vehicle number changed',
  'admission.admit': 'Let in',
  'admission.conflict': 'Let in too many',
  'admission.undo': 'Admission undone',
  'vehicle.set-state': 'Vehicle changed',
  'mail.sent': 'Mail sent',
  'mail.failed': 'Mail failed',
}
