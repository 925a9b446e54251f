import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { PropsWithChildren, ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { deviceQuery } from '#lib/device.queries.ts'
import type { PairedDevice } from '#lib/stored-device.ts'

export const MANAGER: PairedDevice = {
  device: {
    _id: 'd1',
    name: 'Box office',
    scope: 'manager',
    expiresAt: null,
    isCurrent: true,
    createdAt: '2026-11-01T00:00:00.000Z',
    lastSeenAt: '2026-12-01T00:00:00.000Z',
  },
  cinema: {
    name: 'Marquee Anna Nagar',
    address: '12 Second Avenue, Chennai',
    phone: null,
    lat: null,
    lng: null,
    arrival: 20,
  },
  person: null,
  isLocked: false,
  people: [],
  lockMinutes: 10,
  brandName: 'Marquee',
  timeZone: 'Asia/Kolkata',
  siteUrl: 'http://localhost:3000',
}

/** The cache of calls, as the pages have it. */
export const QueryProvider = ({ children }: PropsWithChildren) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

/** Renders a page as the device of a manager shows it. */
export function renderPage(path: string, page: ReactNode) {
  queryClient.setQueryData(deviceQuery.queryKey, MANAGER)
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [path] })
  return render(
    <QueryProvider>
      <RouterProvider router={router} useTransitions={false} />
    </QueryProvider>,
  )
}
