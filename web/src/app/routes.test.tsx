import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { AppRoutes } from '#app/routes.tsx'
import { session } from '#features/session/session.store.ts'
import { makeQueryClient } from '#lib/query-client.ts'
import * as fake from '#test/fake-socket.ts'
import { asha, createSeat, movie } from '#test/fixtures.ts'
import { serveShowtime, startMockApi } from '#test/mock-api.ts'
import { DialogHost } from '#ui/dialog-host.tsx'

vi.mock('#lib/socket.ts', () => import('#test/fake-socket.ts'))

const mockApi = startMockApi()
beforeEach(() => {
  fake.resetFakeSocket()
  sessionStorage.clear()
  session.signedOut()
  serveShowtime(mockApi, { seats: [createSeat('A1')] })
  mockApi.use(
    http.get('*/api/movies', () => HttpResponse.json([movie])),
    http.get('*/api/auth/session', () => HttpResponse.json({ user: asha })),
  )
})

const goTo = (path: string) =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <DialogHost>
          <AppRoutes />
        </DialogHost>
      </MemoryRouter>
    </QueryClientProvider>,
  )
const main = () => within(screen.getByRole('main'))

test.each([
  ['/', 'Now Showing'],
  ['/about', 'About Us'],
  ['/faq', 'At Your Service'],
  ['/sign-in', 'Sign In'],
  ['/sign-up', 'Register'],
  ['/tickets/m1/s1', 'Amaran'],
  ['/tickets/Amaran/Screen%202/noon', 'Amaran has no showtimes to book'],
  ['/elsewhere', 'This seat does not exist'],
])('%s shows %s [R-2.1][R-2.5]', async (path, name) => {
  goTo(path)

  await main().findByRole('heading', { name, level: 1 })
})

test.each(['/profile', '/profile-legacy'])(
  '%s shows the profile of who is signed in [R-2.3]',
  async (path) => {
    session.signedInAs(asha)
    goTo(path)

    await main().findByRole('heading', { name: 'Profile Settings' })
    main().getByRole('complementary', { name: 'Your account' })
  },
)

test.each(['/profile', '/profile-legacy'])(
  '%s shows whoever is signed out the door [R-2.4]',
  async (path) => {
    goTo(path)

    await main().findByRole('heading', { name: 'Sign In' })
  },
)

test('/payment-new shows the payment, which asks for what is to be paid [R-2.7]', async () => {
  goTo('/payment-new')

  await screen.findByRole('dialog', { name: 'No Booking Data' })
})

test.each([
  ['/signin', 'Sign In'],
  ['/signup', 'Register'],
])('%s, as people type it, leads to where it is now', async (path, name) => {
  goTo(path)

  await main().findByRole('heading', { name })
})

test.each(['/', '/about', '/faq', '/sign-in', '/sign-up', '/elsewhere'])(
  '%s is wrapped in header and footer [R-2.9]',
  (path) => {
    goTo(path)

    screen.getByRole('navigation', { name: 'Main' })
    screen.getByRole('contentinfo')
    expect(screen.getAllByRole('main')).toHaveLength(1)
  },
)
