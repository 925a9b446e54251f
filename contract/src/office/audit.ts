import * as z from 'zod/mini'
import { Day, Id, Instant, NamedId } from '../calls/ids.ts'
import { officeEndpoint } from './office-endpoint.ts'

export const AuditAction = z.enum([
  'device.pair',
  'device.invite',
  'device.rename',
  'device.revoke',
  'device.sign-out',
  'device.unlock',
  'refund.pay-out',
  'voucher.issue',
  'shift.open',
  'shift.sign-off',
  'person.add',
  'person.change',
  'person.retire',
  'person.delete',
  'places.block',
  'places.unblock',
  'places.give-back',
  'show.cancel',
  'booking.sell',
  'booking.note',
  'booking.resend-mail',
  'booking.correct-email',
  'booking.reprint',
  'booking.replace-passes',
  'booking.cancel',
  'booking.change-seats',
  'booking.change-parking',
  'booking.change-vehicle',
  'booking.reseat',
  'show.move',
  'seats.out-of-service',
  'seats.back-in-service',
  'admission.admit',
  'admission.excess',
  'admission.undo',
  'vehicle.set-state',
  'programme.apply',
  'movie.add',
  'movie.change',
  'movie.remove',
  'movie.poster',
  'cinema.opening-hours',
  'screen.add',
  'screen.change',
  'screen.retire',
  'layout.apply',
  'enquiry.reply',
  'enquiry.change',
  'reply-template.put',
  'reply-template.remove',
  'show.message',
  'waiting-room.set',
  'waiting-room.end',
  'waiting-room.shuffle',
  'mail.retry',
  'backup.start',
  'day.close',
])
export type AuditAction = z.infer<typeof AuditAction>

export const AuditSubjectType = z.enum([
  'device',
  'showtime',
  'booking',
  'screen',
  'programme',
  'movie',
  'person',
  'shift',
  'voucher',
  'enquiry',
  'reply-template',
  'mail',
  'backup',
  'day',
])
export type AuditSubjectType = z.infer<typeof AuditSubjectType>

/** One action of staff, of the owner of a booking, or of the server. It has ids only: no name, email, phone or vehicle number of a visitor. */
export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  /** Null: the owner of the booking, or the server itself, for example when it gives back house seats. */
  device: z.nullable(NamedId),
  /** The person at the device. Null if it has no people. The name is empty if it was deleted. */
  person: z.nullable(NamedId),
  action: AuditAction,
  /** What the action was about. */
  subjectType: AuditSubjectType,
  subject: Id,
  /** The state before and after, if the action changed one. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What staff calls an action: the cinema has cancelled a booking that it leaves without places. */
export const shownAction = ({
  action,
  after,
}: Pick<AuditEntry, 'action' | 'after'>): AuditAction =>
  action === 'booking.reseat' && Array.isArray(after?.placeIds) && after.placeIds.length === 0
    ? 'booking.cancel'
    : action

/** Who has done an action. Visitors change their own bookings only. */
export const actorName = ({
  device,
  person,
  subjectType,
}: Pick<AuditEntry, 'device' | 'person' | 'subjectType'>) =>
  (device && [person?.name, device.name].filter(Boolean).join(', ')) ??
  (subjectType === 'booking' ? 'Visitor' : 'Server')

/** Of a list in `before` or `after`, this many items have names. */
export const NAMED_AUDIT_ITEMS = 3

/** The latest actions first, a hundred on a page. */
export const listAudit = officeEndpoint({
  method: 'GET',
  path: '/api/office/audit',
  scopes: ['reports'],
  querystring: z.object({
    /** The `next` of the previous page. */
    before: z.optional(z.string().check(z.maxLength(40))),
    /** An id, or the reference of a booking. */
    subject: z.optional(Id),
    device: z.optional(Id),
    /** A day of the calendar, in the cinema's time zone. */
    date: z.optional(Day),
  }),
  response: z.object({
    entries: z.array(AuditEntry),
    /** By id: the reference of a booking, a show with its start, and the name of a place, screen or device. */
    names: z.record(z.string(), z.string()),
    /** Null on the last page. */
    next: z.nullable(z.string()),
  }),
})
