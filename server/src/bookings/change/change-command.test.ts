import { describe, expect, test } from 'vitest'
import { given, selection, show, sold, visitor } from '#test/support/given.ts'
import { booking, contextAt } from '#test/support/given-bookings.ts'
import { after, bookingsIn, refusalOf } from '#test/support/read-states.ts'
import { at, hours } from '#test/support/times.ts'
import { type ChangeCommand, decideChange } from './change-command.ts'
import type { DecidedChange } from './write-changes.ts'

const SEATS = show({ startsIn: hours(6) })
const state = given(SEATS, sold({ places: ['A1', 'A2'] }))
const other = { ...given(SEATS), id: 'other' }
const { moment } = contextAt(state)
const LIMITS = { rateLimits: true, limits: { changesPerBooking: 10 } }
const MOMENT = { ...at(0), ...moment, ...LIMITS } as Parameters<typeof decideChange>[2]
const CANCEL: ChangeCommand = {
  bookingId: 'booking',
  ownerId: 'user',
  request: { type: 'cancel', refund: 300 },
}
const EXCHANGE: ChangeCommand = {
  ...CANCEL,
  request: { type: 'seats', showtimeId: 'show', giveBack: ['A1'], take: ['A3'], difference: 0 },
  buyer: { requester: visitor('asha'), areLimitsApplied: false },
}
const KEY = { key_hash: 'key', request_hash: 'request' }
const LOADED = {
  request_index: 0,
  request_hash: null as string | null,
  recent_changes: 0,
  booking: booking() as ReturnType<typeof booking> | undefined,
  owner: { email_confirmed_at: 1 as number | null } as
    | { email_confirmed_at: number | null }
    | undefined,
  mailsSent: { change: 0, cancellation: 0 },
}
const decide = (
  command: ChangeCommand,
  loaded: Partial<typeof LOADED> = {},
  rows: readonly DecidedChange[] = [],
  from = state,
) =>
  decideChange(from, command, MOMENT, {
    loaded: { ...LOADED, ...loaded },
    rows,
    stateOf: (id) => (id === 'other' ? other : id === 'show' ? from : undefined),
  })
const codeOf = (...given_: Parameters<typeof decide>) => refusalOf(decide(...given_)).code

describe('decideChange', () => {
  test('cancels a booking: its places become free', () => {
    const decision = decide({ ...CANCEL, key: KEY })
    expect(bookingsIn(after(state, decision))).toEqual({})
    expect(decision.row).toMatchObject({ isCancelled: true, key: KEY, mail: [] })
  })

  test('exchanges seats at one show: the old ones are given back before the new ones are sold', () => {
    const decision = decide(EXCHANGE)
    expect(bookingsIn(after(state, decision))).toEqual({ A2: 'booking', A3: 'booking' })
  })

  test('counts the places that are given back no longer when seats of another show are taken', () => {
    const requester = {
      ...visitor('asha', { account: 'user' }),
      elsewhere: { held: 0, all: 199, ofAddress: 0, ofVisitor: 0 },
    }
    const from = given(SEATS, sold({ places: ['A1', 'A2'], account: 'user' }))
    const request = {
      type: 'seats',
      showtimeId: 'other',
      giveBack: ['A1', 'A2'],
      take: ['A1', 'A2'],
      difference: 0,
    } as const
    const command = { ...EXCHANGE, request, buyer: { requester, areLimitsApplied: true } }
    expect(decide(command, {}, [], from).outcome).toMatchObject({ result: expect.anything() })
    const one = given(SEATS, sold({ places: ['A1', 'A2'], account: 'another' }))
    expect(refusalOf(decide(command, {}, [], one)).code).toBe('LIMIT')
  })

  test('records that the visitor has asked for a held seat, at the show of the seat', () => {
    const asked = (held: typeof state) => held.claims.get('A3')
    const buyer = { requester: visitor('asha', { address: 'home' }), areLimitsApplied: false }
    const ravi = selection({ holder: 'ravi', places: ['A3'], address: 'office' })
    const from = given(SEATS, sold({ places: ['A1', 'A2'] }), ravi)
    const decision = decide({ ...EXCHANGE, buyer }, {}, [], from)
    expect(refusalOf(decision).code).toBe('TAKEN')
    expect(asked(after(from, decision))).toMatchObject({ askedAt: expect.any(Number) })
  })

  test('refuses new passes of a cancelled booking', () => {
    const command = { ...CANCEL, request: { type: 'passes' } } as const
    expect(codeOf(command, { booking: booking({ places: [] }) })).toBe('CLOSED')
  })

  test('exchanges seats for those of another show', () => {
    const request = {
      type: 'seats',
      showtimeId: 'other',
      giveBack: ['A1', 'A2'],
      take: ['A1', 'A2'],
      difference: 0,
    } as const
    const decision = decide({ ...EXCHANGE, request })
    expect(bookingsIn(after(state, decision))).toEqual({})
    expect(decision.otherChanges).toEqual([['other', expect.anything()]])
    const [, changes] = decision.otherChanges?.[0] ?? []
    expect(bookingsIn(after(other, { changes: changes ?? {} }))).toEqual({
      A1: 'booking',
      A2: 'booking',
    })
  })

  test('changes nothing if a new seat is taken', () => {
    const taken = given(
      SEATS,
      sold({ places: ['A1', 'A2'] }),
      selection({ holder: 'ravi', places: ['A3'] }),
    )
    const decision = decide(EXCHANGE, {}, [], taken)
    expect(refusalOf(decision).code).toBe('TAKEN')
    expect(bookingsIn(after(taken, decision))).toEqual({ A1: 'booking', A2: 'booking' })
    expect(decision.row).toBeUndefined()
  })

  test('a repeated key changes nothing, and is refused with another request', () => {
    const command = { ...CANCEL, key: KEY }
    expect(decide(command, { request_hash: 'request' })).toEqual({ outcome: { result: {} } })
    expect(codeOf(command, { request_hash: 'another' })).toBe('KEY_REUSED')
  })

  test('is to be submitted again after the booking has moved, or another command has changed it', () => {
    const outdated = { outcome: { result: 'outdated' } }
    expect(decide(CANCEL, { booking: booking({ showtime_id: 'other' }) })).toEqual(outdated)
    const { row } = decide(CANCEL)
    expect(decide(CANCEL, {}, row ? [row] : [])).toEqual(outdated)
  })

  test('replaces passes once for an issue', () => {
    const command = { ...CANCEL, request: { type: 'passes', issue: 0 } as const }
    expect(decide(command).row).toMatchObject({ hasNewPasses: true })
    expect(decide(command, { booking: booking({ issue: 1 }) })).toEqual({ outcome: { result: {} } })
  })

  test.each([
    ['UNAUTHENTICATED', 'a deleted account', CANCEL, { owner: undefined }],
    ['NOT_FOUND', 'a booking of the house', CANCEL, { booking: undefined }],
    ['PRICE_MISMATCH', 'another refund', { ...CANCEL, request: { type: 'cancel', refund: 1 } }, {}],
    ['LIMIT', 'too many changes of a day', EXCHANGE, { recent_changes: 10 }],
    ['ok', 'a cancellation after many changes', CANCEL, { recent_changes: 10 }],
  ] as const)('answers %s to %s', (code, _, command, loaded) => {
    expect(codeOf(command, loaded)).toBe(code)
  })

  test('staff needs no account', () => {
    const staff = { deviceId: 'counter', reason: 'ill' }
    expect(codeOf({ ...CANCEL, staff }, { owner: undefined })).toBe('ok')
  })

  test('sends no mail beyond the limit of an hour, also for changes of one transaction', () => {
    const mailOf = (...given_: Parameters<typeof decide>) => decide(...given_).row?.mail
    const unconfirmed = { owner: { email_confirmed_at: null } }
    expect(mailOf(EXCHANGE, { mailsSent: { change: 20, cancellation: 0 } })).toBe(null)
    expect(mailOf(CANCEL, { mailsSent: { change: 0, cancellation: 99 } })).toEqual([])
    expect(mailOf(CANCEL, { ...unconfirmed, mailsSent: { change: 0, cancellation: 5 } })).toBe(null)
    const earlier = decide({ ...EXCHANGE }, { booking: booking({ id: 'earlier' }) }).row
    const rows = earlier ? [earlier] : []
    expect(mailOf(EXCHANGE, { mailsSent: { change: 19, cancellation: 0 } }, rows)).toBe(null)
    expect(mailOf(EXCHANGE, { mailsSent: { change: 18, cancellation: 0 } }, rows)).toEqual([])
  })
})
