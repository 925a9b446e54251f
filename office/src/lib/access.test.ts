import type { Scope } from '@marquee/contract/office/office-endpoint'
import { expect, test } from 'vitest'
import { mayManageShows, mayOpen, maySell, scopesAt } from './access.ts'

test.each<[Scope, Scope[] | null, Scope[]]>([
  ['manager', null, ['manager']],
  ['manager', ['manager', 'door'], ['manager']],
  ['manager', ['counter', 'door'], ['counter', 'door']],
  ['counter', ['manager'], ['counter']],
  ['counter', ['counter', 'door'], ['counter']],
  ['counter', ['door'], []],
])('scopesAt a device %s of a person with %j is %j [S-1031]', (device, person, scopes) => {
  expect(scopesAt(device, person && { scopes: person })).toEqual(scopes)
})

test('what a person may not do is not offered [S-1031]', () => {
  expect(mayOpen(['counter'], 'refunds')).toBe(true)
  expect(mayOpen(['counter'], 'people')).toBe(false)
  expect(maySell(['door'])).toBe(false)
  expect(mayManageShows(['manager'])).toBe(true)
})
