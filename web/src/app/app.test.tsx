import { render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { BrowserRouter, MemoryRouter, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { siteSettings } from '#lib/site-settings.ts'
import { createTestQueryClient } from '#test/query-client.ts'
import { App, MissedNavigation } from './app.tsx'

test('App shows an error outside the page instead of an empty window', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  // The header and the footer show the name. React throws for an object.
  Object.assign(siteSettings, { brandName: {} })

  render(
    <MemoryRouter initialEntries={['/nowhere']}>
      <App queryClient={createTestQueryClient()} />
    </MemoryRouter>,
  )

  screen.getByText('This page could not be shown')
})

/** Changes the address after the first rendering and before the router listens. */
function GoBackEarly() {
  useLayoutEffect(() => window.history.replaceState(null, '', '/faq?open=refunds'), [])
  return null
}

function Address() {
  const { pathname, search } = useLocation()
  return <p>{pathname + search}</p>
}

test('a visitor who goes back before the router listens sees the page of the address', () => {
  window.history.replaceState(null, '', '/about')

  render(
    <BrowserRouter>
      <Address />
      <GoBackEarly />
      <MissedNavigation />
    </BrowserRouter>,
  )

  expect(screen.getByRole('paragraph').textContent).toBe('/faq?open=refunds')
})
