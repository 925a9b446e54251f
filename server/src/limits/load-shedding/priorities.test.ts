import { PAGES } from '@marquee/contract/pages'
import { expect, test } from 'vitest'
import type { ApiCall } from '../../openapi/api-description.ts'
import { SITE_API } from '../../openapi/site-api.ts'
import { CALL_PRIORITIES, priorityOfCall, priorityOfPage } from './priorities.ts'

const nameOf = ({ method, path }: ApiCall['call']) => `${method} ${path}`
/** All calls of the site. openapi.test.ts compares them with those that the contract declares. */
const siteCalls = Object.values(SITE_API.calls).flatMap((calls) =>
  Object.values<ApiCall>(calls).map(({ call }) => nameOf(call)),
)

test('every call of the site has one priority, and nothing else has one [S-1160]', () => {
  const prioritized = Object.values(CALL_PRIORITIES).flat().map(nameOf)

  expect(prioritized.toSorted()).toEqual(siteCalls.toSorted())
})

test.each([
  ['GET', '/api/movies', 'looking'],
  ['HEAD', '/api/movies', 'looking'],
  ['GET', '/api/seats/showtime/:showtimeId', 'looking'],
  ['POST', '/api/bookings', 'paying'],
  ['POST', '/api/auth/signin', 'paying'],
  ['GET', '/api/bookings/user/:userId', 'tickets'],
  ['GET', '/livez', null],
  ['GET', '/api/unknown', null],
])('%s %s is %s [S-1160]', (method, pattern, priority) => {
  expect(priorityOfCall(method, pattern)).toBe(priority)
})

test('every page has a priority, and files have none [S-1160]', () => {
  const priorities = Object.values(PAGES).map((path) =>
    priorityOfPage(path.replaceAll(/:\w+/g, 'x')),
  )

  expect(priorities).not.toContain(null)
  expect(priorityOfPage('/')).toBe('looking')
  expect(priorityOfPage('/movies/amaran')).toBe('looking')
  expect(priorityOfPage('/tickets/1/2/')).toBe('choosing')
  expect(priorityOfPage('/payment')).toBe('paying')
  expect(priorityOfPage('/bookings/MQ-1')).toBe('tickets')
  expect(priorityOfPage('/assets/main.js')).toBe(null)
})
