import type { StaffScreen } from '@marquee/contract/office/programme/screens'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { HallsPage } from './halls.tsx'

const SCREEN: StaffScreen = {
  _id: 's1',
  name: 'Screen 1',
  cleaningMinutes: 15,
  layoutVersion: 2,
  seats: 96,
  upcomingShows: 12,
}

test('HallsPage changes the name and the cleaning time of a hall, and says why it is refused [S-927]', async () => {
  const sent = mockCalls([
    ['/screens', { screens: [SCREEN] }],
    ['/screens/s1', () => refusal('INVALID', 'Amaran at 6:30 PM has no time for cleaning.', 422)],
  ])
  renderPage('/halls', <HallsPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Name and cleaning of Screen 1' }))
  const dialog = within(screen.getByRole('dialog'))

  const minutes = dialog.getByLabelText('Cleaning, minutes')
  fireEvent.change(minutes, { target: { value: '300' } })
  dialog.getByText('Type a whole number from 0 to 240.')
  fireEvent.change(minutes, { target: { value: '20' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))

  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Amaran at 6:30 PM has no time for cleaning.',
  )
  expect(sent).toEqual([
    { path: '/api/office/screens/s1', body: { name: 'Screen 1', cleaningMinutes: 20 } },
  ])
})

test('HallsPage retires a hall after a question, and shows the refusal of one with shows to come [S-927]', async () => {
  mockCalls([
    ['/screens', { screens: [SCREEN] }],
    ['/screens/s1', () => refusal('CLOSED', 'Screen 1 has 12 shows to come.')],
  ])
  renderPage('/halls', <HallsPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Retire Screen 1' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Retire' }))

  expect((await dialog.findByRole('alert')).textContent).toBe('Screen 1 has 12 shows to come.')
})

test('HallsPage without halls leads to the welcome [S-933]', async () => {
  mockCalls([['/screens', { screens: [] }]])
  renderPage('/halls', <HallsPage />)

  const link = await screen.findByRole('link', { name: 'Set up the cinema in three steps' })
  expect(link.getAttribute('href')).toBe('/welcome')
})
