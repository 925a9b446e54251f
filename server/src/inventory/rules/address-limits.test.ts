import { expect, test } from 'vitest'
import { given, visitor } from '#test/support/given.ts'
import { refusalOf } from '#test/support/read-states.ts'
import { at } from '#test/support/times.ts'
import { hold } from '../commands/hold.ts'
import { CYCLING, cyclingStep } from './address-limits.ts'
import type { Requester } from './requester.ts'

const { freeOfVisitor, freeOfAddress } = CYCLING

test.each([
  ['nothing', 0, 0, 0],
  ['what an ordinary visitor releases', freeOfVisitor, freeOfAddress, 0],
  ['one place more of a visitor', freeOfVisitor + 1, freeOfVisitor + 1, 1],
  ['one place more from an address', 1, freeOfAddress + 1, 1],
  ['twenty places more', freeOfVisitor + 20, freeOfVisitor + 20, 1],
  ['21 places more', freeOfVisitor + 21, freeOfVisitor + 21, 2],
  ['100 places more', freeOfVisitor + 100, freeOfVisitor + 100, 5],
])(
  'cyclingStep after %s (%i of the visitor, %i of the address) is %i [S-1166]',
  (_, ofVisitor, ofAddress, step) => {
    expect(cyclingStep({ ofVisitor, ofAddress })).toBe(step)
  },
)

test('hold asks visitors without a confirmed email for a proof after they have released many places [S-1166]', () => {
  const released = { ofVisitor: freeOfVisitor + 50, ofAddress: freeOfVisitor + 50 }
  const ask = (keys: Partial<Requester>) =>
    refusalOf(hold(given(), { requester: visitor('bot', keys), placeIds: ['A1'] }, at(0)))

  expect(ask({ address: 'home', released })).toMatchObject({
    code: 'CHALLENGE',
    // No internal detail is sent, whichever path the refusal takes.
    details: {},
    message: expect.stringMatching(/^Many places are being held/),
    step: 3,
  })
  expect(ask({ address: 'home', released, provenStep: 1 }).code).toBe('CHALLENGE')
  expect(ask({ address: 'home', released, provenStep: 3 }).code).toBe('ok')
  expect(ask({ confirmedAddress: 'home', released }).code).toBe('ok')
  expect(ask({ address: 'home' }).code).toBe('ok')
})
