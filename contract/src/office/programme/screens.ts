import * as z from 'zod/mini'
import { Day, Id, Instant, PathId } from '#src/calls/ids.ts'
import { storedName } from '#src/text/stored-text.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { Reason } from '../reason.ts'
import { ClosedDays, OpeningHours } from './opening-times.ts'

export const MAX_SEATS_PER_ROW = 200
export const MAX_SLOTS_OF_HALL = 1000
export const MAX_FIRST_NUMBER = 999
export const MAX_POSITIONS = 400

const count = (max: number) => z.int().check(z.minimum(0), z.maximum(max))
const seatNumber = z.int().check(z.minimum(1), z.maximum(MAX_FIRST_NUMBER + MAX_SEATS_PER_ROW))
const seatNumbers = z.optional(z.array(seatNumber))

export const DEFAULT_CLEANING_MINUTES = 15
/** Minutes between two shows of a screen. */
export const CleaningMinutes = z.int().check(z.minimum(0), z.maximum(240))

/**
 * A row of seats. Without `offset` and `gaps` the seat map splits it at 25 and 75 % and centres it (specification §2). With one of them it is drawn: its seats
 * are at positions of the hall, and an empty position separates them like an aisle.
 */
export const rowFields = {
  row: z.string().check(z.regex(/^[A-Z]{1,2}$/, 'must be one or two letters A to Z')),
  /** The number of seats. */
  seats: z.int().check(z.minimum(1), z.maximum(MAX_SEATS_PER_ROW)),
  category: storedName(),
  /** The places for wheelchairs, and the seats for their companions: seat numbers. */
  accessible: seatNumbers,
  companion: seatNumbers,
  /** The lowest seat number: 1 if it is left out. */
  first: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_FIRST_NUMBER))),
  /** Where the lowest number is, for a viewer who faces the screen: on the left if it is left out. */
  direction: z.optional(z.enum(['leftToRight', 'rightToLeft'])),
  /** Empty positions between the left end of the widest row of the hall and the first seat. */
  offset: z.optional(count(MAX_POSITIONS)),
  /** Aisles: empty positions in the row, counted from 1 at its leftmost seat, aisles included: seats of `gaps: [3]` are at 1, 2, 4, 5 … */
  gaps: z.optional(z.array(z.int().check(z.minimum(2), z.maximum(MAX_POSITIONS)))),
}

export const HallRow = z.object(rowFields)
export type HallRow = z.infer<typeof HallRow>

const Parking = z.object({
  twoWheeler: count(MAX_SLOTS_OF_HALL),
  fourWheeler: count(MAX_SLOTS_OF_HALL),
})

const hallFields = {
  rows: z.array(HallRow).check(z.minLength(1, 'Please draw at least one row.')),
  parking: z._default(Parking, { twoWheeler: 0, fourWheeler: 0 }),
}

/** A version of the layout of a screen. */
export const HallLayout = z.object({
  /** Counts the versions of a screen from 1. */
  version: z.int(),
  /** The day from which new shows have it. Null: since the screen was added. */
  validFrom: z.nullable(z.string()),
  ...hallFields,
  /** Shows to come that have this version. */
  upcomingShows: z.int(),
})
export type HallLayout = z.infer<typeof HallLayout>

export const StaffScreen = z.object({
  _id: Id,
  name: z.string(),
  cleaningMinutes: CleaningMinutes,
  /** Null: it is in use on all days. */
  closed: z.nullable(ClosedDays),
  /** The latest version of its layout. */
  layoutVersion: z.int(),
  /** Seats of the latest version. */
  seats: z.int(),
  /** Shows to come, without cancelled ones. */
  upcomingShows: z.int(),
})
export type StaffScreen = z.infer<typeof StaffScreen>

/** The screens in use, by name, and the opening hours of the cinema. Managers only. */
export const listScreens = officeEndpoint({
  method: 'GET',
  path: '/api/office/screens',
  scopes: MANAGERS_ONLY,
  response: z.object({
    screens: z.array(StaffScreen),
    /** Null: shows may begin and end at any time. */
    openingHours: z.nullable(OpeningHours),
  }),
})

/** Changes when shows may begin and end; null: at any time. Shows that are there already stay. Managers only. */
export const setOpeningHours = officeEndpoint({
  method: 'PUT',
  path: '/api/office/opening-hours',
  scopes: MANAGERS_ONLY,
  body: z.object({ openingHours: z.nullable(OpeningHours) }),
  response: z.object({ openingHours: z.nullable(OpeningHours) }),
})

/** Adds a screen. INVALID (422) if there is one with this name. Managers only. */
export const addScreen = officeEndpoint({
  method: 'POST',
  path: '/api/office/screens',
  scopes: MANAGERS_ONLY,
  body: z.object({
    name: storedName(),
    cleaningMinutes: z._default(CleaningMinutes, DEFAULT_CLEANING_MINUTES),
    ...hallFields,
  }),
  response: z.object({ screen: StaffScreen }),
})

const ofScreen = { params: z.object({ screenId: PathId }) }

/**
 * Changes the fields that are given. Days without shows leave out the daily ones; INVALID (422) with the shows that are in the way, because they are single
 * ones, or have sold or held places. Managers only.
 */
export const changeScreen = officeEndpoint({
  method: 'PATCH',
  path: '/api/office/screens/:screenId',
  scopes: MANAGERS_ONLY,
  ...ofScreen,
  body: z.object({
    name: z.optional(storedName()),
    cleaningMinutes: z.optional(CleaningMinutes),
    closed: z.optional(z.nullable(ClosedDays)),
  }),
  response: z.object({ screen: StaffScreen }),
})

/** Takes a screen out of use. CLOSED if it has shows to come or daily showtimes. Managers only. */
export const retireScreen = officeEndpoint({
  method: 'DELETE',
  path: '/api/office/screens/:screenId',
  scopes: MANAGERS_ONLY,
  ...ofScreen,
  response: z.object({ success: z.literal(true) }),
})

/** The versions of a layout, the latest first. Managers only. */
export const listLayouts = officeEndpoint({
  method: 'GET',
  path: '/api/office/screens/:screenId/layouts',
  scopes: MANAGERS_ONLY,
  ...ofScreen,
  response: z.object({ screen: StaffScreen, layouts: z.array(HallLayout) }),
})

/** What a new version would do. Changes nothing, and keeps the plan for a day. INVALID for rows that contradict each other. Managers only. */
export const planLayout = officeEndpoint({
  method: 'POST',
  path: '/api/office/screens/:screenId/layouts/plan',
  scopes: MANAGERS_ONLY,
  ...ofScreen,
  body: z.object({
    ...hallFields,
    /** A day of the cinema. Today if it is left out. */
    validFrom: z.optional(Day),
  }),
  response: z.object({
    planId: Id,
    /** What changes in the hall, one line each: `Screen 1: A1–A12`. */
    changes: z.array(z.string()),
    /** The shows to come, by start. `keeps`: the show keeps its version, because places are sold or held, or because it is before `validFrom`. */
    shows: z.array(
      z.object({
        _id: Id,
        movie: z.string(),
        startTime: Instant,
        /** Places that are sold, and held by visitors. */
        sold: z.int(),
        held: z.int(),
        keeps: z.boolean(),
      }),
    ),
  }),
})

/** Applies a plan once. CLOSED if the programme has changed since it was made, or the day `validFrom` is over. A show with sales keeps its version. Managers only. */
export const applyLayout = officeEndpoint({
  method: 'POST',
  path: '/api/office/screens/:screenId/layouts/apply',
  scopes: MANAGERS_ONLY,
  ...ofScreen,
  body: z.object({ planId: Id, reason: z.optional(Reason) }),
  /** `isApplied`: false if the plan was applied already. */
  response: z.object({ success: z.literal(true), isApplied: z.boolean() }),
})
