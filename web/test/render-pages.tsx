import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { makeQueryClient } from '#lib/query-client.ts'
import { DialogHost } from '#ui/dialog-host.tsx'

interface Visit {
  /** The address, and what the page that led there handed on. */
  to: string
  state?: unknown
  /** The pages that exist, by path; everywhere else is an empty room that tells where one is. */
  pages: Record<string, ReactElement>
}

/** Renders pages as the app does and answers the person before them. */
export function renderPages({ to, state = null, pages }: Visit) {
  const { pathname, search } = new URL(to, window.location.origin)
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[{ pathname, search, state }]}>
        <DialogHost>
          <Routes>
            {Object.entries(pages).map(([path, element]) => (
              <Route key={path} path={path} element={element} />
            ))}
            <Route path="*" element={<EmptyRoom />} />
          </Routes>
        </DialogHost>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

function EmptyRoom() {
  const { pathname, search, state } = useLocation()
  return <p>{`You are at ${pathname}${search} with ${JSON.stringify(state)}`}</p>
}
