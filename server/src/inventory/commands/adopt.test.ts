import { describe, expect, test } from 'vitest'
import { given, seats, selection, show, sold, visitor } from '#test/support/given.ts'
import { after, chooserIn, holdersIn } from '#test/support/read-states.ts'
import { at, hours } from '#test/support/times.ts'
import type { ShowtimeState } from '../state.ts'
import { adopt, forgetAccount } from './adopt.ts'

const signedIn = visitor('asha', { account: 'user', mailbox: 'box' })
const adoptAt = (state: ShowtimeState, { isConfirmed = true, requester = signedIn } = {}) =>
  after(state, adopt(state, { requester, isConfirmed }, at(0)))

describe('adopt', () => {
  test('counts what a visitor has chosen for the account that has signed in', () => {
    const state = given(selection({ holder: 'asha', places: ['A1'], address: 'home' }))
    expect(chooserIn(adoptAt(state), 'asha')).toMatchObject({
      account: 'user',
      mailbox: 'box',
      address: null,
      confirmedAddress: 'home',
    })
  })

  test('leaves it under its address without a confirmed email', () => {
    const state = given(selection({ holder: 'asha', places: ['A1'], address: 'home' }))
    expect(chooserIn(adoptAt(state, { isConfirmed: false }), 'asha')).toMatchObject({
      account: 'user',
      address: 'home',
      confirmedAddress: null,
    })
  })

  test('adopts what the visitor has chosen as a friend, and nothing of others', () => {
    const state = given(
      selection({ holder: 'ravi', places: ['A1'], friends: { asha: { places: ['A2'] } } }),
    )
    const next = adoptAt(state)
    expect(chooserIn(next, 'ravi', 'asha').account).toBe('user')
    expect(chooserIn(next, 'ravi').account).toBeNull()
  })

  test.each([
    ['has an account already', selection({ holder: 'asha', places: ['A1'], account: 'another' })],
    [
      'has chosen nothing in a shared selection',
      selection({ holder: 'ravi', places: ['A1'], friends: { asha: {} } }),
    ],
    ['is of another visitor', selection({ holder: 'ravi', places: ['A1'] })],
  ])('leaves a selection unchanged that %s', (_, fact) => {
    const state = given(fact)
    expect(adopt(state, { requester: signedIn, isConfirmed: true }, at(0)).changes).toBeUndefined()
  })

  test('leaves a selection unchanged with which the account would exceed its limit', () => {
    const state = (count: number) =>
      given(
        selection({ holder: 'asha', places: ['C1', 'C2'] }),
        sold({ places: seats(count), account: 'user' }),
      )
    expect(chooserIn(adoptAt(state(18)), 'asha').account).toBe('user')
    expect(chooserIn(adoptAt(state(19)), 'asha').account).toBeNull()
  })

  test('leaves accessible places unchanged of which the account would have too many', () => {
    const state = given(
      show({
        startsIn: hours(25),
        access: { A1: 'wheelchair', A2: 'wheelchair', A3: 'wheelchair' },
      }),
      selection({ holder: 'asha', places: ['A1'] }),
      sold({ places: ['A2', 'A3'], account: 'user' }),
    )
    expect(chooserIn(adoptAt(state), 'asha').account).toBeNull()
  })

  test('counts places at all shows', () => {
    const state = given(selection({ holder: 'asha', places: ['A1'] }))
    const withHeld = (held: number) =>
      visitor('asha', {
        account: 'user',
        elsewhere: { held, all: held, ofAddress: 0, ofVisitor: 0 },
      })
    expect(chooserIn(adoptAt(state, { requester: withHeld(59) }), 'asha').account).toBe('user')
    expect(chooserIn(adoptAt(state, { requester: withHeld(60) }), 'asha').account).toBeNull()
  })

  test('needs no allowance of an address', () => {
    const state = given(
      show({ rows: 9 }),
      selection({ holder: 'asha', places: ['I1'] }),
      sold({ places: seats(60), address: 'home' }),
    )
    const requester = visitor('asha', { account: 'user', address: 'home' })
    expect(chooserIn(adoptAt(state, { requester }), 'asha').account).toBe('user')
  })
})

describe('forgetAccount', () => {
  test('releases what an account has chosen, and counts nothing it has bought for it', () => {
    const state = given(
      selection({ holder: 'asha', places: ['A1'], account: 'user' }),
      selection({
        holder: 'ravi',
        places: ['B1'],
        account: 'another',
        friends: { bala: { places: ['B2'], account: 'user' } },
      }),
      sold({ places: ['C1'], account: 'user', mailbox: 'box', booking: 'one' }),
      sold({ places: ['C2'], account: 'another', booking: 'two' }),
    )
    const next = after(state, forgetAccount(state, { account: 'user' }))
    expect(holdersIn(next)).toEqual({ B1: 'ravi' })
    expect(next.claims.get('C1')).toMatchObject({ bookingId: 'one', account: null, mailbox: 'box' })
    expect(next.claims.get('C2')).toMatchObject({ bookingId: 'two', account: 'another' })
  })
})
