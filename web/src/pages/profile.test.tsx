import { INVALID_PICTURE } from '@marquee/contract/pictures'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { session, useSession } from '#features/session/session.store.ts'
import { ProfilePage } from '#pages/profile.tsx'
import { asha } from '#test/fixtures.ts'
import { errorResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { currentNotes } from '#ui/notify.ts'

const PICTURE = 'https://example.com/asha.jpg'
const mockApi = startMockApi()
beforeEach(() => {
  session.signedInAs(asha)
  mockApi.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ user: asha })),
    http.get('*/api/bookings/user/u1', () => HttpResponse.json([])),
  )
})

const arrive = (to = '/profile') =>
  renderPages({ to, pages: { '/profile': <ProfilePage />, '/profile-legacy': <ProfilePage /> } })

const ok = () => HttpResponse.json({ success: true, message: 'Done.' })
const visitor = () => useSession.getState().currentUser

test.each(['/profile', '/profile-legacy'])(
  '%s sends who is signed out to sign in, and back [R-2.4][R-6.2]',
  async (to) => {
    session.signedOut()
    arrive(`${to}?tab=bookings`)

    await screen.findByText(`You are at /sign-in with {"from":"${to}?tab=bookings"}`)
  },
)

test('the panel shows who one is [R-2.39]', () => {
  arrive()

  const panel = within(screen.getByRole('complementary', { name: 'Your account' }))
  panel.getByText('A')
  panel.getByText(asha.username)
  panel.getByText(asha.email)
})

test('the panel has three actions [R-2.40]', () => {
  arrive()

  const panel = screen.getByRole('navigation', { name: 'Profile' })
  expect([...panel.children].map(({ textContent }) => textContent?.trim())).toEqual([
    'Profile Settings',
    'My Bookings',
    'Sign Out',
  ])
})

test('the settings have picture, username, e-mail, phone and a new password that may be left out [R-2.41][R-5.14]', async () => {
  arrive()

  expect(await screen.findByLabelText('Username')).toHaveProperty('value', asha.username)
  expect(screen.getByLabelText('Email')).toMatchObject({ type: 'email', value: asha.email })
  expect(screen.getByLabelText('Phone Number')).toMatchObject({ type: 'tel', value: asha.phone })
  expect(screen.getByLabelText('New Password')).toMatchObject({ value: '', required: false })
  const picture = screen.getByText('Profile Picture').parentElement?.previousElementSibling
  expect(picture?.getAttribute('src')).toBe('/profile.svg')
})

test('the bookings are fetched when their tab is opened, and not before [R-4.14]', async () => {
  const fetched: string[] = []
  mockApi.use(
    http.get('*/api/bookings/user/:id', ({ params }) => {
      fetched.push(String(params.id))
      return HttpResponse.json([])
    }),
  )
  const user = arrive()
  await screen.findByRole('button', { name: 'Update Profile' })
  expect(fetched).toEqual([])

  await user.click(screen.getByRole('link', { name: 'My Bookings' }))
  await screen.findByText("You haven't made any bookings yet.")

  expect(fetched).toEqual([asha._id])
})

test('the address opens My Bookings', async () => {
  arrive('/profile?tab=bookings')

  await screen.findByText("You haven't made any bookings yet.")
})

test('the tabs lead to one another [R-1.4]', async () => {
  const user = arrive('/profile?tab=bookings')
  await user.click(screen.getByRole('link', { name: 'Profile Settings' }))
  await screen.findByRole('button', { name: 'Update Profile' })

  await user.click(screen.getByRole('link', { name: 'My Bookings' }))
  await screen.findByText("You haven't made any bookings yet.")
})

test('signing out tells the server, clears the person and goes to sign-in [R-4.11]', async () => {
  let told = 0
  mockApi.use(
    http.post('*/api/auth/signout', () => {
      told += 1
      return ok()
    }),
  )
  const user = arrive()
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))

  await screen.findByText('You are at /sign-in with null')
  expect(visitor()).toBeNull()
  expect(told).toBe(1)
})

test('a sign-out that did not reach the server leaves the person signed in', async () => {
  mockApi.use(http.post('*/api/auth/signout', () => HttpResponse.error()))
  const user = arrive()
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))

  await waitFor(() => expect(currentNotes()).toHaveLength(1))
  expect(visitor()?._id).toBe(asha._id)
})

test('a picture is taken by its https address only, and its refusal is read beside the field', async () => {
  const received: unknown[] = []
  mockApi.use(
    http.post('*/api/user/update/u1', async ({ request }) => {
      received.push(await request.json())
      return HttpResponse.json({ ...asha, profilePicture: PICTURE })
    }),
  )
  const user = arrive()
  const field = await screen.findByLabelText('Picture Address')
  await user.type(field, 'javascript:alert(1)')
  await user.click(screen.getByRole('button', { name: 'Update Profile' }))
  await screen.findByText(INVALID_PICTURE)
  expect(received).toEqual([])

  await user.clear(field)
  await user.type(field, PICTURE)
  await user.click(screen.getByRole('button', { name: 'Update Profile' }))

  await screen.findByText('Profile updated successfully!')
  expect(received).toMatchObject([{ profilePicture: PICTURE }])
  expect(visitor()?.profilePicture).toBe(PICTURE)
})

test('an update is saved, said and shown [R-1.3][R-2.42][R-4.10]', async () => {
  const received: unknown[] = []
  mockApi.use(
    http.post('*/api/user/update/u1', async ({ request }) => {
      received.push(await request.json())
      return HttpResponse.json({ ...asha, username: 'Asha R' })
    }),
  )
  const user = arrive()
  await user.type(await screen.findByLabelText('Username'), ' R')
  await user.click(screen.getByRole('button', { name: 'Update Profile' }))

  await screen.findByText('Profile updated successfully!')
  expect(received).toEqual([{ username: 'Asha R' }])
  expect(visitor()?.username).toBe('Asha R')
})

test('a new password asks for the current one, and a wrong one is refused once [R-2.43][R-8.7]', async () => {
  const received: unknown[] = []
  mockApi.use(
    http.post('*/api/user/update/u1', async ({ request }) => {
      received.push(await request.json())
      return errorResponse(403, 'FORBIDDEN', 'Your current password is not right.')
    }),
  )
  const user = arrive()
  await user.type(await screen.findByLabelText('New Password'), 'brand new one')
  await user.type(screen.getByLabelText('Current Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Update Profile' }))

  expect((await screen.findByRole('alert')).textContent).toBe('Your current password is not right.')
  expect(received).toHaveLength(1)
  expect(received).toMatchObject([{ password: 'brand new one', currentPassword: 'wrong' }])
  expect(screen.queryByText('Profile updated successfully!')).toBeNull()
})

test('a session that ran out is renewed, and the update goes through', async () => {
  let renewed = false
  mockApi.use(
    http.post('*/api/user/update/u1', () =>
      renewed ? HttpResponse.json(asha) : errorResponse(401, 'UNAUTHENTICATED', 'Who are you?'),
    ),
    http.post('*/api/auth/refresh-token', () => {
      renewed = true
      return HttpResponse.json({ success: true })
    }),
  )
  const user = arrive()
  await user.click(await screen.findByRole('button', { name: 'Update Profile' }))

  await screen.findByText('Profile updated successfully!')
})

test('what cannot be saved is said in a sentence beside it, and the last success is over', async () => {
  mockApi.use(http.post('*/api/user/update/u1', () => HttpResponse.json(asha)))
  const user = arrive()
  await user.click(await screen.findByRole('button', { name: 'Update Profile' }))
  await screen.findByText('Profile updated successfully!')

  await user.click(screen.getByLabelText('Username'))
  await user.paste('a'.repeat(81))
  await user.type(screen.getByLabelText('New Password'), 'short')
  await user.type(screen.getByLabelText('Current Password'), 'the one I have')
  await user.click(screen.getByRole('button', { name: 'Update Profile' }))

  await screen.findByText('Please choose a username of at most 80 characters.')
  screen.getByText('Please choose a password of 8 to 128 characters.')
  expect(screen.queryByText('Profile updated successfully!')).toBeNull()
})

test('an error leaves with the tab that caused it', async () => {
  mockApi.use(http.post('*/api/user/update/u1', () => errorResponse(409, 'EMAIL_TAKEN', 'Taken.')))
  const user = arrive()
  await user.click(await screen.findByRole('button', { name: 'Update Profile' }))
  await screen.findByText('Taken.')

  await user.click(screen.getByRole('link', { name: 'My Bookings' }))
  await user.click(screen.getByRole('link', { name: 'Profile Settings' }))

  await screen.findByRole('button', { name: 'Update Profile' })
  expect(screen.queryByText('Taken.')).toBeNull()
})

async function askToDelete(user: ReturnType<typeof arrive>) {
  await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Are you sure you want to delete your account? This action cannot be undone.')
  return dialog
}

test('an account is deleted once that is confirmed, and the person goes home [R-2.44][R-4.12][R-5.16]', async () => {
  mockApi.use(http.delete('*/api/user/delete/u1', ok))
  const user = arrive()
  const dialog = await askToDelete(user)
  await user.click(dialog.getByRole('button', { name: 'Delete Account' }))

  await screen.findByText('You are at / with null')
  expect(visitor()).toBeNull()
})

test('an account whose deletion is refused stays, and the reason is shown [R-8.7]', async () => {
  mockApi.use(
    http.delete('*/api/user/delete/u1', () => errorResponse(503, 'UNAVAILABLE', 'Not now.')),
  )
  const user = arrive()
  const dialog = await askToDelete(user)
  await user.click(dialog.getByRole('button', { name: 'Delete Account' }))

  expect((await screen.findByRole('alert')).textContent).toBe('Not now.')
  expect(visitor()?._id).toBe(asha._id)
})

test('an account is not deleted when the answer is no [R-5.16]', async () => {
  const user = arrive()
  const dialog = await askToDelete(user)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  await screen.findByRole('button', { name: 'Update Profile' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Sign In Again signs out and goes to /signin, even when the server is away [R-2.48]', async () => {
  mockApi.use(
    http.get('*/api/bookings/user/u1', () => errorResponse(401, 'UNAUTHENTICATED', 'Who are you?')),
    http.post('*/api/auth/refresh-token', () => errorResponse(401, 'UNAUTHENTICATED', 'Gone.')),
    http.post('*/api/auth/signout', () => HttpResponse.error()),
  )
  const user = arrive('/profile?tab=bookings')
  await user.click(await screen.findByRole('button', { name: 'Sign In Again' }))

  await screen.findByText('You are at /signin with null')
  expect(visitor()).toBeNull()
})
