import type { User } from '@marquee/contract/accounts/accounts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { MemoryRouter } from 'react-router'
import { beforeEach, test } from 'vitest'
import { session } from '#features/session/session.store.ts'
import { asha, createSeat, movie } from '#test/fixtures.ts'
import { serveShowtime, startMockApi } from '#test/mock-api.ts'
import { createTestQueryClient } from '#test/query-client.ts'
import { DialogHost } from '#ui/dialogs/dialog-host.tsx'
import { AppRoutes } from './routes.tsx'

const mockApi = startMockApi()
beforeEach(() => {
  serveShowtime(mockApi, { seats: [createSeat('A1')] })
  mockApi.use(
    http.get('*/api/movies', () => HttpResponse.json([movie])),
    http.get('*/api/auth/session', () => HttpResponse.json({ user: asha })),
  )
})

const open = (path: string) =>
  render(
    <QueryClientProvider client={createTestQueryClient()}>
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <DialogHost>
          <AppRoutes />
        </DialogHost>
      </MemoryRouter>
    </QueryClientProvider>,
  )
const main = () => within(screen.getByRole('main'))

test.each<[string, string, User?]>([
  ['/', 'Now Showing'],
  ['/about', 'About Us'],
  ['/faq', 'At Your Service'],
  ['/sign-in', 'Sign In'],
  ['/signin', 'Sign In'],
  ['/sign-up', 'Register'],
  ['/signup', 'Register'],
  ['/profile', 'Sign In'],
  ['/profile-legacy', 'Sign In'],
  ['/profile', 'Profile', asha],
  ['/profile-legacy', 'Profile', asha],
  ['/tickets/m1/s1', 'Amaran'],
  ['/tickets/Amaran/Screen%202/noon', 'Amaran has no showtimes to book'],
  ['/elsewhere', 'Page not found'],
])(
  '%s shows %s with the header and the footer [R-2.1][R-2.3][R-2.4][R-2.5][R-2.9]',
  async (path, name, user) => {
    if (user) session.setUser(user)
    open(path)

    await main().findByRole('heading', { name, level: 1 })
    screen.getByRole('navigation', { name: 'Main' })
    screen.getByRole('contentinfo')
  },
)
