import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Socket } from 'socket.io-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { deviceQuery } from '#lib/device.queries.ts'
import { showsQuery } from '#lib/shows.queries.ts'
import { mockCalls } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { App } from './app.tsx'

const SCREEN = { _id: 's1', name: 'Screen 1' }
const NO_SHOWS = { date: '2026-12-01', screens: [SCREEN], shows: [], cancelling: [] }

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(Socket.prototype, 'connect').mockReturnThis()
  mockCalls([
    ['/shows', NO_SHOWS],
    ['/health', { mails: { failed: 0, waiting: 0 } }],
  ])
})

/** Data that makes the components throw that read it. */
const broken = new Proxy({}, { get: () => undefined }) as never

test('App shows the error of a page beside the navigation, and the page at another attempt', async () => {
  queryClient.setQueryData(showsQuery().queryKey, broken)
  renderPage('/', <App />)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryAllByRole('navigation')).not.toEqual([])

  act(() => void queryClient.setQueryData(showsQuery().queryKey, NO_SHOWS))
  fireEvent.click(retry)

  await screen.findByText('No shows on this day')
})

test('App shows an error outside the page', async () => {
  renderPage('/', <App />)
  await screen.findByText('No shows on this day')

  act(() => void queryClient.setQueryData(deviceQuery.queryKey, broken))

  await waitFor(() => expect(screen.queryAllByRole('navigation')).toEqual([]))
  screen.getByRole('alert')
})
