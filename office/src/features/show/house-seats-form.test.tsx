import { syncServerClock } from '@marquee/ui-kit/lib/clock.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPlace, createShow } from '#test/fixtures.ts'
import { renderPage } from '#test/render-page.tsx'
import { HouseSeatsForm } from './house-seats-form.tsx'

test('HouseSeatsForm offers the times that are to come by the time of the server [S-628]', () => {
  syncServerClock(Date.parse('2030-01-01T12:15:00Z'), 0)
  const show = createShow({ startTime: '2030-01-01T13:00:00.000Z' })

  renderPage(
    '/',
    <HouseSeatsForm
      show={show}
      places={[createPlace('A1')]}
      onDone={() => undefined}
      onCancel={() => undefined}
    />,
  )

  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options).toEqual(['Never', 'At 6:00 PM', 'At 6:15 PM', 'At 6:30 PM, the start'])
})
