import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { createQueryClient } from '#lib/query-client.ts'
import { DialogHost } from '#ui/dialog-host.tsx'

interface Options {
  /** The address to open. */
  to: string
  /** The navigation state. */
  state?: unknown
  /** Pages by path. All other paths show the current location as text. */
  pages: Record<string, ReactElement>
}

/** Renders pages with the same providers as the app. Returns the user of user-event. */
export function renderPages({ to, state = null, pages }: Options) {
  const { pathname, search } = new URL(to, window.location.origin)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[{ pathname, search, state }]}>
        <DialogHost>
          <Routes>
            {Object.entries(pages).map(([path, element]) => (
              <Route key={path} path={path} element={element} />
            ))}
            <Route path="*" element={<CurrentLocation />} />
          </Routes>
        </DialogHost>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

function CurrentLocation() {
  const { pathname, search, state } = useLocation()
  return <p>{`You are at ${pathname}${search} with ${JSON.stringify(state)}`}</p>
}
