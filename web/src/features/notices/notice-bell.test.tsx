import type { Notice } from '@marquee/contract/accounts/notices'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { push } from '#test/fake-socket.ts'
import { startMockApi } from '#test/mock-api.ts'
import { createTestQueryClient } from '#test/query-client.ts'
import { NoticeBell } from './notice-bell.tsx'

const mockApi = startMockApi()

const notice = (title: string, changes: Partial<Notice> = {}): Notice => ({
  _id: title,
  kind: 'changed',
  title,
  text: 'Amaran, Screen 1.',
  link: '/bookings/MQ-1',
  createdAt: '2026-11-24T12:00:00Z',
  readAt: null,
  ...changes,
})

/** Serves these notices. The test may change the list later. */
function serveNotices(notices: Notice[]) {
  const state = { notices, read: [] as string[] }
  const isUnread = ({ readAt }: Notice) => readAt === null
  const readAll = () => {
    state.notices = state.notices.map((one) => ({ ...one, readAt: '2026-11-24T13:00:00Z' }))
    return HttpResponse.json({ success: true, message: 'Done.' })
  }
  mockApi.use(
    http.get('*/api/notices', () =>
      HttpResponse.json({
        notices: state.notices,
        unread: state.notices.filter(isUnread).length,
      }),
    ),
    http.post('*/api/notices/read', readAll),
    http.post('*/api/notices/:id/read', ({ params }) => {
      state.read.push(String(params.id))
      return HttpResponse.json({ success: true, message: 'Done.' })
    }),
  )
  return state
}

function renderBell() {
  render(
    <QueryClientProvider client={createTestQueryClient()}>
      <MemoryRouter>
        <NoticeBell userId="u1" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

test('the bell shows the number of unread notices, follows a push, and marks all as read [S-490][S-491]', async () => {
  const state = serveNotices([notice('Booking MQ-1 has changed')])
  const user = renderBell()
  await screen.findByRole('button', { name: 'Notices, 1 unread' })

  state.notices = [notice('Seats for Amaran: A1', { kind: 'offer' }), ...state.notices]
  act(() => push('noticesChanged', {}))
  await user.click(await screen.findByRole('button', { name: 'Notices, 2 unread' }))
  const list = within(screen.getByRole('region', { name: 'Notices' }))
  expect(list.getAllByRole('listitem')).toHaveLength(2)
  await user.click(list.getByRole('button', { name: 'Mark All as Read' }))

  await screen.findByRole('button', { name: 'Notices' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Notices' }))
})

test('following the link of a notice marks it as read and closes the list [S-490]', async () => {
  const state = serveNotices([notice('Booking MQ-1 has changed')])
  const user = renderBell()
  await user.click(await screen.findByRole('button', { name: 'Notices, 1 unread' }))

  await user.click(screen.getByRole('link', { name: /Booking MQ-1 has changed$/ }))

  expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull()
  await waitFor(() => expect(state.read).toEqual(['Booking MQ-1 has changed']))
})

test('without notices the list says what will be in it [S-490]', async () => {
  const user = renderBell()
  await user.click(await screen.findByRole('button', { name: 'Notices' }))

  expect(await screen.findByText(/^Nothing yet\./)).toBeTruthy()
})
