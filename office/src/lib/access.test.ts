import type { Scope } from '@marquee/contract/office/office-endpoint'
import { expect, test } from 'vitest'
import {
  mayManageShows,
  mayOpen,
  maySell,
  OFFICE_PAGES,
  pageGroupsFor,
  scopesAt,
} from './access.ts'

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

test('a manager finds each page in one group, and a counter sees no group without pages [S-1234]', () => {
  const pages = pageGroupsFor(['manager']).flatMap((group) => group.pages)
  expect(pages).toEqual(Object.keys(OFFICE_PAGES))

  expect(pageGroupsFor(['counter'])).toEqual([
    { name: 'Tonight', pages: ['today', 'bookings'] },
    { name: 'Counter', pages: ['refunds', 'cash', 'enquiries'] },
    { name: 'Set-up', pages: ['settings'] },
  ])
})
