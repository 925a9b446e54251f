import { describe, expect, test } from 'vitest'
import { given, seats, selection, show, sold, visitor } from '#test/support/given.ts'
import { refusalOf } from '#test/support/read-states.ts'
import { at, minutes, seconds } from '#test/support/times.ts'
import { hold } from '../commands/hold.ts'
import { sell } from '../commands/sell.ts'
import type { HoldSettings, ShowtimeState } from '../state.ts'
import { NOTHING_ELSEWHERE, type Requester } from './requester.ts'

const ask = (
  state: ShowtimeState,
  keys: Partial<Requester>,
  placeIds: readonly string[],
  settings: Partial<HoldSettings> = {},
) => refusalOf(hold(state, { requester: visitor('asha', keys), placeIds }, at(0, settings)))
const buy = (state: ShowtimeState, keys: Partial<Requester>, placeIds: readonly string[]) =>
  refusalOf(sell(state, { requester: visitor('asha', keys), placeIds, bookingId: 'new' }, at(0)))

/** Holds seats as visitors with at most ten each. */
const holders = (count: number, keys: object, { since = -minutes(11), from = 0 } = {}) =>
  Array.from({ length: Math.ceil(count / 10) }, (_, n) =>
    selection({
      holder: `holder ${from + n}`,
      places: seats(Math.min(10, count - n * 10), from + n * 10),
      since,
      deadline: minutes(10),
      ...keys,
    }),
  )

describe('one account', () => {
  const account = { account: 'user' }

  test('has 20 seats of a show, held and bought', () => {
    const state = given(
      selection({ holder: 'ravi', places: seats(9), ...account }),
      sold({ places: seats(10, 10), ...account }),
    )
    expect(ask(state, account, ['C1']).code).toBe('ok')
    expect(ask(state, account, ['C1', 'C2'])).toMatchObject({
      code: 'LIMIT',
      message: 'One account can have up to 20 seats and 8 parking slots for one show.',
    })
    expect(ask(state, { account: 'another' }, ['C1', 'C2']).code).toBe('ok')
    expect(ask(state, account, ['C1'], { seatsPerAccount: 19 }).code).toBe('LIMIT')
  })

  test('has eight slots of a show', () => {
    const slots = ['two1', 'two2', 'two3', 'two4', 'four1', 'four2', 'four3', 'four4']
    const state = given(sold({ places: slots, ...account }))
    expect(ask(state, account, ['two5']).code).toBe('LIMIT')
    expect(ask(state, account, ['A1']).code).toBe('ok')
  })

  test('may ask for its own places again at its limit', () => {
    const state = given(
      selection({ holder: 'asha', places: seats(10), ...account }),
      sold({ places: seats(10, 10), ...account }),
    )
    expect(ask(state, account, ['A1']).code).toBe('ok')
    expect(buy(state, account, seats(10)).code).toBe('ok')
  })

  test('brings what its visitor holds into the account', () => {
    const state = given(
      selection({ holder: 'asha', places: seats(10) }),
      sold({ places: seats(10, 10), ...account }),
    )
    expect(ask(state, account, ['A1']).code).toBe('ok')
    const more = given(
      selection({ holder: 'asha', places: seats(10) }),
      sold({ places: seats(11, 10), ...account }),
    )
    expect(ask(more, account, ['A1']).code).toBe('LIMIT')
  })

  test('shares its limits with other accounts of its mailbox', () => {
    const state = given(sold({ places: seats(20), account: 'first', mailbox: 'box' }))
    expect(ask(state, { account: 'second', mailbox: 'box' }, ['C1']).code).toBe('LIMIT')
    expect(ask(state, { account: 'second' }, ['C1']).code).toBe('ok')
  })

  test.each([
    ['holds 60 places of all shows', { held: 59, all: 59 }, 'ok', 'ok'],
    ['holds no 61st place, but buys it', { held: 60, all: 60 }, 'LIMIT', 'ok'],
    ['has 200 places of shows to come', { held: 0, all: 199 }, 'ok', 'ok'],
    ['has no 201st place', { held: 0, all: 200 }, 'LIMIT', 'LIMIT'],
  ])('%s: elsewhere %j', (_, totals, held, bought) => {
    const elsewhere = { ...NOTHING_ELSEWHERE, ...totals }
    expect(ask(given(), { ...account, elsewhere }, ['A1']).code).toBe(held)
    expect(buy(given(), { ...account, elsewhere }, ['A1']).code).toBe(bought)
  })

  test('counts what it holds at the show with what it holds elsewhere', () => {
    const state = given(selection({ holder: 'ravi', places: seats(10), ...account }))
    const withHeld = (held: number) => ({ ...account, elsewhere: { ...NOTHING_ELSEWHERE, held } })
    expect(ask(state, withHeld(49), ['C1']).code).toBe('ok')
    expect(ask(state, withHeld(50), ['C1']).code).toBe('LIMIT')
  })

  test('has no limits over all shows where RATE_LIMITS are off', () => {
    const elsewhere = { ...NOTHING_ELSEWHERE, held: 500, all: 500 }
    const off = { showAllowancePercent: undefined }
    expect(ask(given(), { ...account, elsewhere }, ['A1'], off).code).toBe('ok')
  })
})

describe('one address', () => {
  const address = { address: 'home' }

  test('has 40 places of a small show without a proof of work', () => {
    const state = given(show({ rows: 9 }), ...holders(39, address))
    expect(ask(state, address, ['I1']).code).toBe('ok')
    expect(ask(state, address, ['I1', 'I2'])).toMatchObject({
      code: 'CHALLENGE',
      step: 1,
    })
    expect(ask(state, { address: 'office' }, ['I1', 'I2']).code).toBe('ok')
  })

  test('has 10 % of the seats of a large show without a proof of work', () => {
    const state = given(show({ rows: 50 }), ...holders(49, address))
    const last = seats(2, 490)
    expect(ask(state, address, last.slice(1)).code).toBe('ok')
    expect(ask(state, address, last).code).toBe('CHALLENGE')
  })

  test.each([
    [41, 1],
    [50, 1],
    [51, 2],
    [60, 2],
  ])('needs a proof for place %i, of step %i or the one before', (place, step) => {
    const state = given(show({ rows: 9 }), ...holders(place - 1, address))
    expect(ask(state, address, ['I1']).step).toBe(step)
    expect(ask(state, { ...address, provenStep: step }, ['I1']).code).toBe('ok')
    const before = ask(state, { ...address, provenStep: step - 1 }, ['I1']).code
    expect(before).toBe(step === 1 ? 'CHALLENGE' : 'ok')
  })

  test('has at most 60 places of a small show and 35 % of a large one, with any proof', () => {
    const proven = { ...address, provenStep: 9 }
    const small = given(show({ rows: 9 }), ...holders(60, address))
    expect(ask(small, proven, ['I1']).code).toBe('LIMIT')
    const large = (count: number) => given(show({ rows: 20 }), ...holders(count, address))
    expect(ask(large(69), proven, ['T1']).code).toBe('ok')
    expect(ask(large(70), proven, ['T1']).code).toBe('LIMIT')
  })

  test('has 200 places of all shows', () => {
    const elsewhere = { ...NOTHING_ELSEWHERE, ofAddress: 199 }
    expect(ask(given(), { ...address, elsewhere }, ['A1']).code).toBe('ok')
    expect(ask(given(), { ...address, elsewhere }, ['A1', 'A2']).code).toBe('LIMIT')
  })

  test('counts what was bought like what is held', () => {
    const state = given(show({ rows: 9 }), sold({ places: seats(40), ...address }))
    expect(ask(state, address, ['I1']).code).toBe('CHALLENGE')
    expect(buy(state, address, ['I1']).code).toBe('CHALLENGE')
  })

  test('a sale of held places adds nothing', () => {
    const state = given(
      show({ rows: 9 }),
      ...holders(60, address),
      selection({ holder: 'asha', places: ['I1'], ...address }),
    )
    expect(buy(state, address, ['I1']).code).toBe('ok')
    expect(buy(state, address, ['I1', 'I2']).code).toBe('LIMIT')
  })

  test('a sale of places that were held from another address adds nothing', () => {
    const state = given(
      show({ rows: 9 }),
      ...holders(60, address),
      selection({ holder: 'asha', places: ['I1'], address: 'office' }),
    )
    expect(buy(state, address, ['I1']).code).toBe('ok')
  })

  test('counts a place that moves to it when its holder asks from it', () => {
    const state = given(
      show({ rows: 9 }),
      ...holders(40, address),
      selection({ holder: 'asha', places: ['I1'], address: 'office' }),
    )
    expect(ask(state, address, ['I1']).code).toBe('CHALLENGE')
    expect(ask(state, { address: 'office' }, ['I1']).code).toBe('ok')
  })

  test('counts visitors with a confirmed email apart, and asks them for a proof above the maximum', () => {
    const confirmed = { confirmedAddress: 'home' }
    const state = (count: number) => given(show({ rows: 9 }), ...holders(count, confirmed))
    expect(ask(state(59), { ...confirmed, account: 'user' }, ['I1']).code).toBe('ok')
    expect(ask(state(60), { ...confirmed, account: 'user' }, ['I1']).step).toBe(1)
    expect(ask(state(60), { ...confirmed, account: 'user', provenStep: 1 }, ['I1']).code).toBe('ok')
    expect(ask(state(60), address, ['I1']).code).toBe('ok')
  })

  test('has no limits where RATE_LIMITS are off: no request has an address', () => {
    const state = given(show({ rows: 9 }), ...holders(60, address))
    expect(ask(state, {}, ['I1'], { showAllowancePercent: undefined }).code).toBe('ok')
  })
})

describe('a show of which more than half was taken in ten minutes', () => {
  const lately = (since: number) =>
    given(show({ rows: 12 }), ...holders(60, { address: 'crowd' }, { since }))

  test('asks each address without a confirmed email for a proof of work', () => {
    const state = lately(-minutes(10) + seconds(1))
    expect(ask(state, { address: 'home' }, ['L1']).step).toBe(1)
    expect(ask(state, { address: 'home', provenStep: 1 }, ['L1']).code).toBe('ok')
    expect(ask(state, { confirmedAddress: 'home', account: 'user' }, ['L1']).code).toBe('ok')
    expect(ask(state, {}, ['L1']).code).toBe('ok')
  })

  test('is a show like any other ten minutes later', () => {
    expect(ask(lately(-minutes(10)), { address: 'home' }, ['L1']).code).toBe('ok')
  })

  test('counts what was sold to visitors, and not what staff has sold', () => {
    const state = (soldAt: number | null) =>
      given(show({ rows: 12 }), sold({ places: seats(60), soldAt }))
    expect(ask(state(0), { address: 'home' }, ['L1']).code).toBe('CHALLENGE')
    expect(ask(state(null), { address: 'home' }, ['L1']).code).toBe('ok')
  })

  test('needs more than forty places, however small it is', () => {
    const state = (count: number) =>
      given(show({ rows: 5 }), ...holders(count, { address: 'crowd' }, { since: 0 }))
    expect(ask(state(39), { address: 'home' }, ['E1']).code).toBe('ok')
    expect(ask(state(40), { address: 'home' }, ['E1']).code).toBe('CHALLENGE')
  })
})
