import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { HOLD_UNTIL, WAITING_ENTRY } from '#test/fixtures.ts'
import { startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { WaitingEntries } from './waiting-entries.tsx'

const mockApi = startMockApi()

const ENTRY = { ...WAITING_ENTRY, offer: { seats: ['A1', 'A2'], until: HOLD_UNTIL } }

test('leaving the last waiting list says so and moves the focus to the heading [S-487]', async () => {
  const state = { entries: [ENTRY] }
  mockApi.use(
    http.get('*/api/waiting-list', () => HttpResponse.json(state)),
    http.delete('*/api/waiting-list/w1', () => {
      state.entries = []
      return HttpResponse.json({ success: true, message: 'Done.' })
    }),
  )
  const user = renderPages({
    to: '/profile',
    pages: { '/profile': <WaitingEntries userId="u1" /> },
  })
  await screen.findByText('After leaving, you can join again in half an hour.')

  await user.click(screen.getByRole('button', { name: 'Leave the waiting list of Amaran' }))

  await screen.findByText('You have left the waiting list.')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Waiting for Seats' }))
})
