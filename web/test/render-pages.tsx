import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { createTestQueryClient } from '#test/query-client.ts'
import { DialogHost } from '#ui/dialogs/dialog-host.tsx'

interface Options {
  /** The URL to open. */
  to: string
  /** The navigation state. */
  state?: unknown
  /** Pages by path. All other paths show the current location as text. */
  pages: Record<string, ReactElement>
}

/** Renders pages with the same providers as the app. Returns the user of user-event. */
export function renderPages({ to, state = null, pages }: Options) {
  const { pathname, search, hash } = new URL(to, window.location.origin)
  render(
    <QueryClientProvider client={createTestQueryClient()}>
      <MemoryRouter initialEntries={[{ pathname, search, hash, state }]}>
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

/** The terms and definitions of a region. */
export const readFacts = (region: HTMLElement) =>
  Object.fromEntries(
    within(region)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )

/** Fills in and sends the sign-in form. */
export async function signIn(user: UserEvent) {
  await user.type(screen.getByLabelText('Email'), 'asha@example.com')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
}
