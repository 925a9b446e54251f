import { expect, test } from 'vitest'
import { given, visitor } from '#test/support/given.ts'
import { refusalOf } from '#test/support/read-states.ts'
import { at } from '#test/support/times.ts'
import { hold } from '../commands/hold.ts'
import { CYCLING, cyclingStep } from './address-limits.ts'
import type { Requester } from './requester.ts'

const { freeOfDevice, freeOfAddress } = CYCLING

test.each([
  ['nothing', 0, 0, 0],
  ['what an ordinary visitor releases', freeOfDevice, freeOfAddress, 0],
  ['one place more on a device', freeOfDevice + 1, freeOfDevice + 1, 1],
  ['one place more from an address', 1, freeOfAddress + 1, 1],
  ['twenty places more', freeOfDevice + 20, freeOfDevice + 20, 1],
  ['21 places more', freeOfDevice + 21, freeOfDevice + 21, 2],
  ['100 places more', freeOfDevice + 100, freeOfDevice + 100, 5],
])(
  'cyclingStep after %s (%i of the device, %i of the address) is %i [S-1166]',
  (_, ofDevice, ofAddress, step) => {
    expect(cyclingStep({ ofDevice, ofAddress })).toBe(step)
  },
)

test('hold asks visitors without a confirmed email for a proof after they have released many places [S-1166]', () => {
  const released = { ofDevice: freeOfDevice + 50, ofAddress: freeOfDevice + 50 }
  const ask = (keys: Partial<Requester>) =>
    refusalOf(hold(given(), { requester: visitor('bot', keys), placeIds: ['A1'] }, at(0)))

  expect(ask({ address: 'home', released })).toMatchObject({
    code: 'CHALLENGE',
    details: { proofStep: 3 },
  })
  expect(ask({ address: 'home', released, provenStep: 1 }).code).toBe('CHALLENGE')
  expect(ask({ address: 'home', released, provenStep: 3 }).code).toBe('ok')
  expect(ask({ confirmedAddress: 'home', released }).code).toBe('ok')
  expect(ask({ address: 'home' }).code).toBe('ok')
})
