import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { test, vi } from 'vitest'
import { siteSettings } from '#lib/site-settings.ts'
import { createTestQueryClient } from '#test/query-client.ts'
import { App } from './app.tsx'

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
