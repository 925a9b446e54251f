import type { StaffScreen } from '@marquee/contract/office/programme/screens'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { HallsPage } from './halls.tsx'

const SCREEN: StaffScreen = {
  _id: 's1',
  name: 'Screen 1',
  cleaningMinutes: 15,
  closed: null,
  layoutVersion: 2,
  seats: 96,
  upcomingShows: 12,
}

test('HallsPage changes the name, the cleaning time and the closed days of a hall, and says why it is refused [S-927][S-981]', async () => {
  const sent = mockCalls([
    ['/screens', { screens: [SCREEN], openingHours: null }],
    ['/screens/s1', () => refusal('INVALID', 'Amaran at 6:30 PM has no time for cleaning.', 422)],
  ])
  renderPage('/halls', <HallsPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Change details of Screen 1' }))
  const dialog = within(screen.getByRole('dialog'))

  const minutes = dialog.getByLabelText('Cleaning, minutes')
  fireEvent.change(minutes, { target: { value: '300' } })
  dialog.getByText('Type a whole number from 0 to 240.')
  fireEvent.change(minutes, { target: { value: '20' } })
  fireEvent.change(dialog.getByLabelText('Closed from'), { target: { value: '2030-06-01' } })
  fireEvent.change(dialog.getByLabelText('Closed until'), { target: { value: '2030-06-03' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))

  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Amaran at 6:30 PM has no time for cleaning.',
  )
  expect(sent).toEqual([
    {
      path: '/api/office/screens/s1',
      body: {
        name: 'Screen 1',
        cleaningMinutes: 20,
        closed: { from: '2030-06-01', to: '2030-06-03' },
      },
    },
  ])
})

test('HallsPage shows closed days, and opens a hall again [S-981]', async () => {
  const closed = { from: '2030-06-01', to: '2030-06-03' }
  const sent = mockCalls([
    ['/screens', { screens: [{ ...SCREEN, closed }], openingHours: null }],
    ['/screens/s1', { screen: SCREEN }],
  ])
  renderPage('/halls', <HallsPage />)
  await screen.findByText('Sat, 1 Jun 2030 – Mon, 3 Jun 2030')
  fireEvent.click(screen.getByRole('button', { name: 'Change details of Screen 1' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Closed from'), { target: { value: '' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(sent[0]?.body).toMatchObject({ closed: null }))
})

test('HallsPage saves opening hours, both times or none [S-980]', async () => {
  const openingHours = { opens: '09:00', closes: '01:00' }
  const sent = mockCalls([
    ['/screens', { screens: [SCREEN], openingHours: null }],
    ['/opening-hours', { openingHours }],
  ])
  renderPage('/halls', <HallsPage />)
  const form = within(await screen.findByRole('region', { name: 'Opening hours' }))
  const type = (label: string, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } })
  const save = () => fireEvent.click(form.getByRole('button', { name: 'Save the hours' }))

  type('Opens', '09:00')
  save()
  await form.findByText('Choose both times, or leave both empty.')
  type('Closes', '01:00')
  save()

  await waitFor(() =>
    expect(sent).toEqual([{ path: '/api/office/opening-hours', body: { openingHours } }]),
  )
})

test('HallsPage retires a hall after a question, and shows the refusal of one with shows to come [S-927]', async () => {
  mockCalls([
    ['/screens', { screens: [SCREEN], openingHours: null }],
    ['/screens/s1', () => refusal('CLOSED', 'Screen 1 has 12 shows to come.')],
  ])
  renderPage('/halls', <HallsPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Retire Screen 1' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Retire' }))

  expect((await dialog.findByRole('alert')).textContent).toBe('Screen 1 has 12 shows to come.')
})

test('HallsPage without halls leads to the welcome [S-933]', async () => {
  mockCalls([['/screens', { screens: [], openingHours: null }]])
  renderPage('/halls', <HallsPage />)

  const link = await screen.findByRole('link', { name: 'Set up the cinema in three steps' })
  expect(link.getAttribute('href')).toBe('/welcome')
})
