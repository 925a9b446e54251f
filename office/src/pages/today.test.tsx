import { screen, within } from '@testing-library/react'
import { test } from 'vitest'
import { createShow } from '#test/fixtures.ts'
import { mockCalls } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { TodayPage } from './today.tsx'

test('TodayPage shows what needs attention also on a day without shows [S-448]', async () => {
  const show = createShow({
    ...{ attention: ['CANCELLATION_UNFINISHED'] },
    cancelled: { reason: 'power', isFinished: false },
  })
  mockCalls([
    ['/shows', { date: '2026-12-25', screens: [], shows: [], cancelling: [show] }],
    ['/health', { mails: { failed: 0, waiting: 0 } }],
  ])
  renderPage('/?date=2026-12-25', <TodayPage />)

  await screen.findByText('No shows on this day')
  const list = within(screen.getByRole('region', { name: 'Needs attention' }))
  list.getByText('Cancelled, 40 seats still to be refunded')
})
