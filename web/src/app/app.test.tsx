import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { test, vi } from 'vitest'
import { createTestQueryClient } from '#test/query-client.ts'
import { App } from './app.tsx'

vi.mock('#app/layout/layout.tsx', () => ({
  Layout() {
    throw new Error('broken')
  },
}))

test('App shows an error outside the page instead of an empty window', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()

  render(
    <MemoryRouter>
      <App queryClient={createTestQueryClient()} />
    </MemoryRouter>,
  )

  screen.getByText('This page could not be shown')
})
