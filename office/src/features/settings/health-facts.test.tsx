import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { getHealth } from '@marquee/contract/office/settings/health'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { HealthFacts } from './health-facts.tsx'

const HEALTH: ResponseBody<typeof getHealth> = {
  version: '1.0.0',
  startedAt: '2026-12-01T00:00:00.000Z',
  isReady: true,
  database: { kind: 'sqlite', problem: null, bytes: 1_000_000 },
  mails: { waiting: 0, failed: 0, refused: 0 },
  unfinishedCancellations: 0,
  catalogueProblems: [],
  hasUntrustedProxy: false,
  lastBackupAt: null,
  lastExpiryAt: null,
}

test.each([
  [0, 'All refunded'],
  [2, '2 unfinishedTheir bookings are being refunded. Today names the shows'],
])('HealthFacts with %i unfinished cancellations says %s [S-721]', (count, text) => {
  renderPage('/', <HealthFacts health={{ ...HEALTH, unfinishedCancellations: count }} />)
  expect(screen.getByText('Cancelled shows').nextElementSibling?.textContent).toBe(text)
})

test('HealthFacts names the first problem of a catalogue file that is not applied [S-780]', () => {
  const catalogueProblems = ['movies[0].name: must not be empty', 'movies[1]: x', 'movies[2]: x']
  renderPage('/', <HealthFacts health={{ ...HEALTH, catalogueProblems }} />)
  expect(screen.getByText('Catalogue file').nextElementSibling?.textContent).toBe(
    'Not appliedThe programme stays as it is. movies[0].name: must not be empty And 2 more problems.',
  )
})
