import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createShow } from '#test/fixtures.ts'
import { renderPage } from '#test/render-page.tsx'
import { ShowPicker } from './show-picker.tsx'

test('ShowPicker names the day of a show that starts on another day than today [S-719]', () => {
  const shows = [
    createShow({ _id: 'before', startTime: '2026-11-30T18:10:00.000Z' }),
    createShow({ _id: 'today' }),
    createShow({ _id: 'after-midnight', startTime: '2026-12-01T19:00:00.000Z' }),
  ]
  renderPage('/', <ShowPicker shows={shows} today="2026-12-01" value="today" onChange={vi.fn()} />)
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Mon, 30 Nov 2026, 11:40 PM · Amaran · Screen 1',
    '6:30 PM · Amaran · Screen 1',
    'Wed, 2 Dec 2026, 12:30 AM · Amaran · Screen 1',
  ])
})
