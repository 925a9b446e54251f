import type { ListedSession } from '@marquee/contract/accounts/session-list'
import { HOUR_MS } from '@marquee/contract/time'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { errorResponse, type MockResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { formatLastSeen, SignedInDevices } from './signed-in-devices.tsx'

const SIGNED_OUT = { success: true, message: 'You are signed out on all devices.' }

const mockApi = startMockApi()

const createDevice = (_id: string, changes: Partial<ListedSession> = {}): ListedSession => ({
  _id,
  browser: 'Firefox on Android',
  createdAt: '2026-11-20T20:00:00Z',
  lastSeenAt: new Date(Date.now() - 3.2 * HOUR_MS).toISOString(),
  isCurrent: false,
  ...changes,
})
const current = createDevice('here', { browser: 'Chrome on Windows', isCurrent: true })
const firefox = createDevice('firefox')

const serveDevices = (respond: () => MockResponse | Promise<MockResponse>) =>
  mockApi.use(http.get('*/api/auth/sessions', respond))
/** Serves a list from which a sign-out removes the device. Returns the ids of the calls. */
function serveList(...devices: ListedSession[]) {
  const ended: string[] = []
  serveDevices(() => HttpResponse.json(devices.filter(({ _id }) => !ended.includes(_id))))
  mockApi.use(
    http.delete('*/api/auth/sessions/:id', ({ params }) => {
      ended.push(String(params.id))
      return HttpResponse.json({ success: true, message: 'The device is signed out.' })
    }),
  )
  return ended
}

async function open() {
  const onSignOut = vi.fn()
  const onSignedOutEverywhere = vi.fn()
  const props = { userId: 'u1', onSignOut, onSignedOutEverywhere }
  const user = renderPages({ to: '/p', pages: { '/p': <SignedInDevices {...props} /> } })
  await user.click(screen.getByRole('button', { name: 'Signed-In Devices' }))
  return { user, onSignOut, onSignedOutEverywhere }
}
const findDevices = async () =>
  within(await screen.findByRole('list', { name: 'Signed-in devices' })).getAllByRole('listitem')
const notifications = () => useNotifications.getState().visible.map(({ text }) => text)

test('SignedInDevices shows no button to sign out before it is opened', () => {
  const props = { userId: 'u1', onSignOut: vi.fn(), onSignedOutEverywhere: vi.fn() }
  renderPages({ to: '/p', pages: { '/p': <SignedInDevices {...props} /> } })

  expect(screen.queryByRole('button', { name: /sign out/i })).toBeNull()
})

test('SignedInDevices shows the loading text, then browser, last use and sign-in of each device', async () => {
  const fetching = Promise.withResolvers<MockResponse>()
  serveDevices(() => fetching.promise)
  await open()

  screen.getByText('Loading your devices...')
  fetching.resolve(
    HttpResponse.json([current, firefox, createDevice('program', { browser: null })]),
  )
  const [here, other, program] = (await findDevices()).map(({ textContent }) => textContent)
  expect(here).toBe('Chrome on WindowsThis deviceActive nowSigned in Sat, 21 Nov 2026Sign Out')
  expect(other).toBe('Firefox on AndroidLast seen 3 hours agoSigned in Sat, 21 Nov 2026Sign Out')
  expect(program).toMatch(/^Unknown browserLast seen/)
})

test('Sign Out of another device removes it from the list, says so and keeps the focus in the list', async () => {
  const ended = serveList(current, firefox)
  const { user, onSignOut } = await open()
  await findDevices()

  await user.click(screen.getByRole('button', { name: 'Sign Out Firefox on Android' }))

  await screen.findByText('No other device is signed in.')
  expect(ended).toEqual(['firefox'])
  expect(await findDevices()).toHaveLength(1)
  expect(notifications()).toEqual(['Firefox on Android is signed out.'])
  const list = screen.getByRole('list', { name: 'Signed-in devices' })
  await waitFor(() => expect(document.activeElement).toBe(list))
  expect(onSignOut).not.toHaveBeenCalled()
})

test('Sign Out of a device that is signed out already says so and fetches the list again', async () => {
  serveList(current)
  mockApi.use(
    http.get('*/api/auth/sessions', () => HttpResponse.json([current, firefox]), { once: true }),
    http.delete('*/api/auth/sessions/:id', () =>
      errorResponse(404, 'NOT_FOUND', 'This device is not signed in any more.'),
    ),
  )
  const { user } = await open()
  await findDevices()

  await user.click(screen.getByRole('button', { name: 'Sign Out Firefox on Android' }))

  await screen.findByText('No other device is signed in.')
  expect(notifications()).toEqual(['This device is not signed in any more.'])
})

test('Sign Out of this device is left to the page', async () => {
  const ended = serveList(current, firefox)
  const { user, onSignOut } = await open()
  await findDevices()

  await user.click(screen.getByRole('button', { name: 'Sign Out Chrome on Windows' }))

  expect(onSignOut).toHaveBeenCalledOnce()
  expect(ended).toEqual([])
})

test('Sign Out Everywhere signs out all devices after confirmation only', async () => {
  serveList(current, firefox)
  const endAll = vi.fn(() => HttpResponse.json(SIGNED_OUT))
  mockApi.use(http.delete('*/api/auth/sessions', endAll))
  const { user, onSignedOutEverywhere } = await open()
  await findDevices()
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Sign Out Everywhere' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign Out Everywhere' }))
    dialog.getByText('This signs out all devices, including this one.')
    await user.click(dialog.getByRole('button', { name }))
  }

  await choose('Cancel')
  expect(endAll).not.toHaveBeenCalled()
  await choose('Sign Out Everywhere')

  await waitFor(() => expect(onSignedOutEverywhere).toHaveBeenCalledOnce())
  expect(notifications()).toEqual([SIGNED_OUT.message])
})

test('Sign Out Everywhere that fails shows the error and leaves the user signed in', async () => {
  serveList(current, firefox)
  mockApi.use(
    http.delete('*/api/auth/sessions', () => errorResponse(503, 'UNAVAILABLE', 'Not now.')),
  )
  const { user, onSignedOutEverywhere } = await open()
  await findDevices()

  await user.click(screen.getByRole('button', { name: 'Sign Out Everywhere' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Sign Out Everywhere' }))

  await waitFor(() => expect(notifications()).toEqual(['Not now.']))
  expect(onSignedOutEverywhere).not.toHaveBeenCalled()
})

test('SignedInDevices shows an error and fetches again on Try Again', async () => {
  serveDevices(() => errorResponse(400, 'INVALID', 'The list is not available.'))
  const { user } = await open()
  expect((await screen.findByRole('alert')).textContent).toBe('The list is not available.')

  serveList(current)
  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  await findDevices()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('SignedInDevices offers Sign In Again when this device was signed out elsewhere', async () => {
  const expired = 'Your session has expired. Please log in again.'
  serveDevices(() => errorResponse(401, 'UNAUTHENTICATED', 'Please sign in.'))
  mockApi.use(
    http.get('*/api/auth/sessions', () => HttpResponse.json([current, firefox]), { once: true }),
    http.delete('*/api/auth/sessions/:id', () => errorResponse(401, 'UNAUTHENTICATED', '')),
    http.post('*/api/auth/refresh-token', () => errorResponse(401, 'UNAUTHENTICATED', expired)),
  )
  const { user, onSignOut } = await open()
  await findDevices()

  await user.click(screen.getByRole('button', { name: 'Sign Out Firefox on Android' }))
  await user.click(await screen.findByRole('button', { name: 'Sign In Again' }))

  expect(screen.getByRole('alert').textContent).toBe(expired)
  expect(notifications()).toEqual([expired])
  expect(onSignOut).toHaveBeenCalledOnce()
})

const HOUR = 3_600_000
const NOW = Date.parse('2026-12-01T13:00:00Z')

test.each([
  ['Last seen within the last hour', 0],
  ['Last seen within the last hour', -HOUR],
  ['Last seen within the last hour', HOUR - 1],
  ['Last seen 1 hour ago', HOUR],
  ['Last seen 23 hours ago', 24 * HOUR - 1],
  ['Last seen 1 day ago', 24 * HOUR],
  ['Last seen 29 days ago', 29.5 * 24 * HOUR],
])('formatLastSeen returns %s after %d ms', (text, age) => {
  expect(formatLastSeen(NOW - age, NOW)).toBe(text)
})
