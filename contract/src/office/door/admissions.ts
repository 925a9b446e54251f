import * as z from 'zod/mini'
import { Id, Instant, NamedId, PathId } from '#src/calls/ids.ts'
import { PassKeys } from '#src/tickets/tickets.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { MAX_PLACES_PER_REQUEST } from '../shows/shows.ts'

/** A door can undo an admission for this long. */
export const UNDO_SECONDS = 60

/** One scan at a door: a token or a reference. */
export const Scan = z.object({
  /** What the QR code contains. */
  token: z.optional(z.string().check(z.trim(), z.maxLength(400))),
  /** Typed in. Admits the whole party. */
  reference: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  /** The show at this door. Left out: any show. */
  showtimeId: z.optional(Id),
  /** People. Left out: all that are not let in yet. */
  count: z.optional(z.int().check(z.positive(), z.maximum(MAX_PLACES_PER_REQUEST))),
  scannedAt: Instant,
  /** Created by the device. A repeated scan has the effect of one. */
  scanId: Id,
  /** The device was offline and has let them in already. */
  isOffline: z.optional(z.boolean()),
})
export type Scan = z.infer<typeof Scan>

/**
 * `ADMITTED`: let them in. `ALREADY_ADMITTED`: fewer people than asked are left, and none is counted. `WRONG_SHOW`: for another show.
 * `VOID`: the seat has left the booking, the booking is for another show now, or a newer pass replaces this one. `NOT_GENUINE`: forged, altered or of another cinema. `NOT_FOUND`: no such booking.
 * `CANCELLED`: the booking was cancelled. `EXCESS`: this device let them in while it was offline, and another door had done so before, or the booking
 * was changed or cancelled.
 */
export const Verdict = z.enum([
  'ADMITTED',
  'ALREADY_ADMITTED',
  'WRONG_SHOW',
  'VOID',
  'CANCELLED',
  'NOT_GENUINE',
  'NOT_FOUND',
  'EXCESS',
])
export type Verdict = z.infer<typeof Verdict>

/** A scan, and the device that made it. */
const ScanRecord = z.object({
  scanId: z.string(),
  scannedAt: Instant,
  device: z.nullable(NamedId),
})

/** What the door shows about a genuine pass. */
const ScannedPass = z.object({
  reference: z.string(),
  /** 0: the whole party. */
  pass: z.int(),
  /** `Admit 3`, else the seat. */
  label: z.string(),
  seats: z.array(z.string()),
  slots: z.array(z.string()),
  screen: z.string(),
  movie: z.string(),
  startTime: Instant,
  showtimeId: Id,
  /** People that the pass admits, and those of them that were let in, this scan included. */
  count: z.int(),
  admitted: z.int(),
  /** The admission before this scan. */
  lastAdmission: z.nullable(ScanRecord),
})

/** Records a scan. A scan that is sent again has the same verdict and counts no people. */
export const admitPass = officeEndpoint({
  method: 'POST',
  path: '/api/office/admissions',
  scopes: ['door'],
  body: Scan,
  response: z.object({
    verdict: Verdict,
    scanId: z.string(),
    /** People that this scan let in. */
    admittedNow: z.int(),
    /** Null for `NOT_GENUINE`, `NOT_FOUND` and `CANCELLED`. */
    pass: z.nullable(ScannedPass),
  }),
})

/** Takes an admission back: within a minute of the scan, and of the moment that the server received it. The device or a manager may do it. */
export const undoAdmission = officeEndpoint({
  method: 'POST',
  path: '/api/office/admissions/:scanId/undo',
  scopes: ['door'],
  params: z.object({ scanId: PathId }),
  body: z.object({
    /** When the device has undone it. Left out: now. */
    undoneAt: z.optional(Instant),
  }),
  response: z.object({ success: z.literal(true), admitted: z.int() }),
})

/** A door that was offline let in more people than the booking had left: another door was first, or seats were cancelled. */
export const ExcessAdmission = z.object({
  reference: z.string(),
  /** Empty for a cancelled booking. */
  label: z.string(),
  count: z.int(),
  /** The admission that counts, if there is one, and the later one. */
  first: z.nullable(ScanRecord),
  second: ScanRecord,
})
export type ExcessAdmission = z.infer<typeof ExcessAdmission>

/** Everything a door needs to decide without a network. It has no names. */
export const getDoorList = officeEndpoint({
  method: 'GET',
  path: '/api/office/door/:showtimeId',
  scopes: ['door'],
  params: z.object({ showtimeId: PathId }),
  response: z.object({
    showtimeId: Id,
    screen: z.string(),
    movie: z.string(),
    startTime: Instant,
    endTime: Instant,
    bookings: z.array(
      z.object({
        reference: z.string(),
        /** Passes with another issue number are void. */
        issue: z.int(),
        /** Empty: the booking was cancelled. */
        seats: z.array(z.string()),
        /** The number of the pass of each seat. */
        passes: z.array(z.int()),
        slots: z.array(z.string()),
        admitted: z.int(),
        /** The numbers of the seat passes that were admitted on their own. */
        admittedPasses: z.array(z.int()),
        lastAdmission: z.nullable(ScanRecord),
      }),
    ),
    excessAdmissions: z.array(ExcessAdmission),
    ...PassKeys.shape,
  }),
})
