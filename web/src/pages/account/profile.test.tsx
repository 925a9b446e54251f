import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { session, useSession } from '#features/session/session.store.ts'
import * as device from '#features/tickets/offline/device-tickets.ts'
import { createTicket } from '#features/tickets/ticket.ts'
import { isSearchShortcutOn } from '#lib/device-data.ts'
import { keepLastDetails, readLastDetails } from '#lib/last-details.ts'
import { asha, createBooking, createPasses } from '#test/fixtures.ts'
import { errorResponse, type MockResponse, recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { ProfilePage } from './profile.tsx'

const mockApi = startMockApi()
beforeEach(() => {
  session.setUser(asha)
  mockApi.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ user: asha })),
    http.get('*/api/bookings/user/u1', () => HttpResponse.json([])),
  )
})

const open = (to = '/profile') => renderPages({ to, pages: { '/profile': <ProfilePage /> } })

const ok = () => HttpResponse.json({ success: true, message: 'Done.' })
const unauthenticated = () => errorResponse(401, 'UNAUTHENTICATED', 'Not signed in.')
const currentUser = () => useSession.getState().currentUser

const recordUpdates = (respond: () => MockResponse) =>
  recordPosts(mockApi, '*/api/user/update/u1', respond)
const pressUpdate = async (user: ReturnType<typeof open>) =>
  user.click(await screen.findByRole('button', { name: 'Update Profile' }))

test('ProfilePage shows the account panel with three actions and the form [R-2.39][R-2.40][R-2.41][R-5.14]', async () => {
  open()

  const panel = within(screen.getByRole('complementary', { name: 'Your account' }))
  for (const text of ['A', asha.username, asha.email]) panel.getByText(text)
  const actions = panel.getByRole('navigation', { name: 'Profile' })
  expect([...actions.children].map(({ textContent }) => textContent?.trim())).toEqual([
    'Profile Settings',
    'My Bookings',
    'Sign Out',
  ])
  expect(await screen.findByLabelText('Username')).toHaveProperty('value', asha.username)
  expect(screen.getByLabelText('Email')).toMatchObject({ type: 'email', value: asha.email })
  expect(screen.getByLabelText('Phone Number')).toMatchObject({ type: 'tel', value: asha.phone })
  expect(screen.getByLabelText('New Password')).toMatchObject({ value: '', required: false })
  expect(document.querySelector('main, body')?.querySelector('img')?.getAttribute('src')).toBe(
    '/profile.svg',
  )
})

test('ProfilePanel shows the initial also of a user with a picture [R-2.39]', () => {
  session.setUser({ ...asha, profilePicture: '/pictures/one.webp' })
  open()

  const panel = screen.getByRole('complementary', { name: 'Your account' })
  within(panel).getByText('A')
  expect(panel.querySelector('img')).toBeNull()
})

test('My Bookings shows the tickets on this device while the bookings are fetched on a slow line, and when that fails [S-770]', async () => {
  const booking = createBooking()
  const cinema = { name: 'Marquee', address: '1 Mount Road', arrival: 20 } as CinemaDetails
  vi.spyOn(device, 'readDeviceTickets').mockResolvedValue([
    { userId: asha._id, ticket: createTicket(booking, cinema), passes: createPasses(booking) },
  ])
  const { promise, resolve } = Promise.withResolvers<MockResponse>()
  mockApi.use(http.get('*/api/bookings/user/u1', () => promise))
  open('/profile?tab=bookings')

  await screen.findByText('The connection is slow. These tickets are saved on this device.')
  screen.getByRole('img', { name: /^QR code/ })
  screen.getByText('Loading bookings...')
  resolve(errorResponse(503, 'UNAVAILABLE', 'Please try again.'))

  await screen.findByRole('button', { name: 'Try Again' })
  screen.getByText(/^We can't reach the cinema right now\./)
  screen.getByRole('img', { name: /^QR code/ })
})

test('My Bookings names the address that has refused the email about a booking [S-661]', async () => {
  const booking = createBooking({ refusedEmail: 'asha@exmaple.com' })
  mockApi.use(http.get('*/api/bookings/user/u1', () => HttpResponse.json([booking])))
  open('/profile?tab=bookings')

  await screen.findByText('Our email to asha@exmaple.com was refused.')
})

test('ProfilePage switches tabs and fetches the bookings when their tab is opened [R-1.4][R-4.14]', async () => {
  const fetched: string[] = []
  mockApi.use(
    http.get('*/api/bookings/user/:id', ({ params }) => {
      fetched.push(String(params.id))
      return HttpResponse.json([])
    }),
  )
  const user = open()
  await screen.findByRole('button', { name: 'Update Profile' })
  expect(fetched).toEqual([])

  await user.click(screen.getByRole('link', { name: 'My Bookings' }))
  await screen.findByText("You haven't made any bookings yet.")

  expect(fetched).toEqual([asha._id])
})

test('Sign Out keeps the user if the server cannot be reached, else clears it and goes to sign-in [R-4.11]', async () => {
  const signOut = vi.fn(ok)
  mockApi.use(
    http.post('*/api/auth/signout', () => HttpResponse.error(), { once: true }),
    http.post('*/api/auth/signout', signOut),
  )
  const user = open()
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(useNotifications.getState().visible).toHaveLength(1))
  expect(currentUser()?._id).toBe(asha._id)

  await user.click(screen.getByRole('button', { name: 'Sign Out' }))
  await screen.findByText('You are at /sign-in with null')
  expect(currentUser()).toBeNull()
  expect(signOut).toHaveBeenCalledOnce()
})

test('Sign Out removes the phone and vehicle numbers that are not booked yet [S-861]', async () => {
  mockApi.use(http.post('*/api/auth/signout', ok))
  for (const key of ['draft:s1', 'booking', 'booking:s1', 'booked:h1'])
    sessionStorage.setItem(key, '"entered"')
  const user = open()

  await user.click(screen.getByRole('button', { name: 'Sign Out' }))

  await screen.findByText('You are at /sign-in with null')
  expect(Object.keys(sessionStorage)).toEqual(['booked:h1'])
})

test('ProfileSettings saves only the changed fields and shows the success message [R-1.3][R-2.42][R-4.10]', async () => {
  const changes = { username: 'Asha R' }
  const received = recordUpdates(() => HttpResponse.json({ ...asha, ...changes }))
  const user = open()
  await user.type(await screen.findByLabelText('Username'), ' R')
  await pressUpdate(user)

  await screen.findByText('Profile updated successfully!')
  expect(received).toEqual([changes])
  expect(currentUser()).toMatchObject(changes)
})

test('ProfileSettings leads to Google again when a change needs a recent sign-in with Google', async () => {
  const message = 'Please continue with Google again, then make this change within five minutes.'
  recordUpdates(() => errorResponse(403, 'FORBIDDEN', message))
  mockApi.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ user: { ...asha, hasPassword: false } }),
    ),
  )
  const user = open()
  await user.type(await screen.findByLabelText('New Password'), 'brand new one')
  await pressUpdate(user)

  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.getByRole('link', { name: 'Continue with Google' }).getAttribute('href')).toBe(
    '/api/auth/google/start?from=%2Fprofile&page=%2Fsign-in',
  )
})

test.each([
  [
    'Please enter your current password.',
    { currentPassword: 'Please enter your current password.' },
  ],
  ['Please continue with Google again, then make this change within five minutes.', undefined],
])(
  'ProfileSettings shows and keeps the fields that are saved although the email is refused: %s [S-610]',
  async (message, fields) => {
    let account = asha
    mockApi.use(http.get('*/api/auth/session', () => HttpResponse.json({ user: account })))
    const received = recordUpdates(() => {
      account = { ...asha, username: 'Asha R' }
      return errorResponse(403, 'FORBIDDEN', message, fields && { fields })
    })
    const user = open()
    await user.type(await screen.findByLabelText('Username'), ' R')
    await user.type(screen.getByLabelText('Email'), 'x')
    await pressUpdate(user)

    const alert = await screen.findByRole('alert')
    expect(alert.closest('.sr-only') !== null).toBe(fields !== undefined)
    await waitFor(() => expect(currentUser()).toMatchObject({ username: 'Asha R' }))
    expect((await screen.findByRole('alert')).textContent).toBe(message)

    await user.clear(screen.getByLabelText('Username'))
    await user.type(screen.getByLabelText('Username'), asha.username)
    await pressUpdate(user)
    await waitFor(() => expect(received).toHaveLength(2))
    expect(received[1]).toMatchObject({ username: asha.username })
  },
)

test('ProfileSettings asks for the current password when the server needs it, and shows the error until the tab is left [R-2.43][R-8.7][S-610][S-613]', async () => {
  const message = 'Please enter your current password to change your email or password.'
  const refuse = () =>
    errorResponse(403, 'FORBIDDEN', message, { fields: { currentPassword: message } })
  const received = recordUpdates(refuse)
  const user = open()
  await user.type(await screen.findByLabelText('New Password'), 'brand new one')
  expect(screen.queryByLabelText('Current Password')).toBeNull()
  await pressUpdate(user)

  expect((await screen.findByRole('alert')).textContent).toBe(message)
  await user.type(await screen.findByLabelText('Current Password'), 'old')
  await pressUpdate(user)

  await waitFor(() => expect(received).toHaveLength(2))
  expect(received).toEqual([
    { password: 'brand new one' },
    { password: 'brand new one', currentPassword: 'old' },
  ])
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  await user.click(screen.getByRole('link', { name: 'My Bookings' }))
  await user.click(screen.getByRole('link', { name: 'Profile Settings' }))
  await screen.findByRole('button', { name: 'Update Profile' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('ProfileSettings shows the reasons of the server beside the fields and hides the last success message [R-8.7][S-613]', async () => {
  recordUpdates(() => HttpResponse.json(asha))
  const user = open()
  await pressUpdate(user)
  await screen.findByText('Profile updated successfully!')
  const fields = { phone: 'No phone.', password: 'Too short.' }
  const received = recordUpdates(() => errorResponse(400, 'INVALID', fields.phone, { fields }))

  await user.type(screen.getByLabelText('New Password'), 'short')
  await pressUpdate(user)

  await screen.findByText(fields.password)
  expect((await screen.findByRole('alert')).textContent).toBe(fields.phone)
  expect(received).toEqual([{ password: 'short' }])
  expect(screen.queryByText('Profile updated successfully!')).toBeNull()
})

async function pressDelete(choice: 'Delete Account' | 'Cancel', user = open()) {
  await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Are you sure you want to delete your account? This action cannot be undone.')
  await user.click(dialog.getByRole('button', { name: choice }))
  return user
}

test('DeleteAccount deletes after confirmation and goes home [R-2.44][R-4.12][R-5.16]', async () => {
  mockApi.use(http.delete('*/api/user/delete/u1', ok))
  await pressDelete('Delete Account')

  await screen.findByText('You are at / with null')
  expect(currentUser()).toBeNull()
})

test('DeleteAccount signs out when the page was left before the account is deleted', async () => {
  const deleted = Promise.withResolvers<void>()
  mockApi.use(
    http.delete('*/api/user/delete/u1', async () => {
      await deleted.promise
      return ok()
    }),
  )
  await pressDelete('Delete Account')
  await waitFor(() => expect(useSession.getState().loading).toBe(true))
  cleanup()

  deleted.resolve()

  await waitFor(() => expect(currentUser()).toBeNull())
  expect(useSession.getState().loading).toBe(false)
})

test('DeleteAccount keeps the user after Cancel, and after a failure with an error [R-5.16][R-8.7]', async () => {
  const refuse = () => errorResponse(503, 'UNAVAILABLE', 'Not now.')
  mockApi.use(http.delete('*/api/user/delete/u1', refuse))
  const user = await pressDelete('Cancel')
  await screen.findByRole('button', { name: 'Update Profile' })
  expect(screen.queryByRole('alert')).toBeNull()

  await pressDelete('Delete Account', user)

  expect((await screen.findByRole('alert')).textContent).toBe('Not now.')
  expect(currentUser()?._id).toBe(asha._id)
})

test('SignedInDevices leads to sign-in after a sign-out of all devices or of this one', async () => {
  const device = { browser: 'Firefox', createdAt: '2026-11-20T20:00:00Z' }
  const sessions = ['here', 'there'].map((_id) => ({
    ...device,
    _id,
    lastSeenAt: device.createdAt,
    isCurrent: _id === 'here',
  }))
  mockApi.use(
    http.get('*/api/auth/sessions', () => HttpResponse.json(sessions)),
    http.delete('*/api/auth/sessions', ok),
    http.post('*/api/auth/signout', ok),
  )
  const openDevices = async () => {
    session.setUser(asha)
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Signed-In Devices' }))
    return user
  }

  const user = await openDevices()
  await user.click(await screen.findByRole('button', { name: 'Sign Out Everywhere' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Sign Out Everywhere' }))
  await screen.findByText('You are at /sign-in with null')
  expect(currentUser()).toBeNull()
  cleanup()

  const again = await openDevices()
  const [here] = await screen.findAllByRole('button', { name: 'Sign Out Firefox' })
  await again.click(here as HTMLElement)
  await screen.findByText('You are at /sign-in with null')
  expect(currentUser()).toBeNull()
})

test('Sign In Again goes to /signin, also when the server cannot be reached [R-2.48]', async () => {
  mockApi.use(
    http.get('*/api/bookings/user/u1', unauthenticated),
    http.post('*/api/auth/refresh-token', unauthenticated),
    http.post('*/api/auth/signout', () => HttpResponse.error()),
  )
  const user = open('/profile?tab=bookings')
  await user.click(await screen.findByRole('button', { name: 'Sign In Again' }))

  await screen.findByText('You are at /signin with null')
  expect(currentUser()).toBeNull()
})

test('My Bookings lists the seats that friends have paid for the user [S-645]', async () => {
  const pass = {
    token: 'TOKENA3',
    seatNumber: 'A3',
    movie: 'Amaran',
    showtime: { _id: 's1', startTime: '2099-12-01T13:00:00Z', screen: 'Screen 2' },
  }
  mockApi.use(http.get('*/api/friend-passes', () => HttpResponse.json([pass])))
  open('/profile?tab=bookings')

  const section = within(await screen.findByRole('region', { name: 'Paid by Your Friends' }))
  section.getByText('Amaran')
  expect(section.getByRole('link', { name: /^Show Ticket for A3/ }).getAttribute('href')).toBe(
    '/pass/TOKENA3',
  )
})

test('ProfilePage has a switch that deletes the phone and vehicle numbers of the last booking [S-861]', async () => {
  keepLastDetails({ phone: '98765 43210', vehicleNumbers: {} })
  const user = open()
  const toggle = await screen.findByRole('checkbox', { name: /^Remember my phone/ })
  expect(toggle).toHaveProperty('checked', true)

  await user.click(toggle)

  expect(toggle).toHaveProperty('checked', false)
  expect(readLastDetails().phone).toBeUndefined()
  await user.click(toggle)
})

test('ProfilePage has a switch for the key / of the search [S-970]', async () => {
  const user = open()
  const toggle = await screen.findByRole('checkbox', { name: /^Keyboard shortcut \// })
  expect(toggle).toHaveProperty('checked', true)

  await user.click(toggle)

  expect(toggle).toHaveProperty('checked', false)
  expect(isSearchShortcutOn()).toBe(false)
  await user.click(toggle)
  expect(isSearchShortcutOn()).toBe(true)
})
