import { HOUR_MS } from '@marquee/contract/time'
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NearDate, NearDateTime } from './date-time.tsx'

test('DateTime becomes Today when the day begins in the cinema while the page is open [S-666]', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T23:30:00+05:30') })
  const { container } = render(<NearDateTime instant="2026-12-02T14:45:00Z" />)
  expect(container.textContent).toBe('Tomorrow, 8:15 PM')

  await act(() => vi.advanceTimersByTimeAsync(HOUR_MS))

  expect(container.textContent).toBe('Today, 8:15 PM')
})

test('ShowDate has the date for paper beside Today [S-666]', () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T12:00:00+05:30') })
  render(<NearDate instant="2026-12-01T14:45:00Z" />)

  expect(screen.getByText('Today').className).toBe('print:hidden')
  expect(screen.getByText('Tue, 1 Dec 2026').className).toBe('hidden print:inline')
})
