import type { SharedPass } from '@marquee/contract/tickets/tickets'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { cinema } from '#test/fixtures.ts'
import { errorResponse, limitResponse, startMockApi } from '#test/mock-api.ts'
import { readFacts, renderPages } from '#test/render-pages.tsx'
import { PassPage } from './pass.tsx'

const mockApi = startMockApi()
const open = () => renderPages({ to: '/pass/TOKENB', pages: { '/pass/:token': <PassPage /> } })

const pass: SharedPass = {
  number: 1,
  label: 'C1',
  seats: [{ seatNumber: 'C1', category: 'Premium' }],
  movie: {
    _id: 'm1',
    name: 'Amaran',
    genre: 'Action, Drama',
    duration: 169,
    rating: 'UA',
    imageUrl: 'amaran.jpg',
  },
  showtime: {
    _id: 's1',
    date: '2099-12-01',
    startTime: '2099-12-01T13:00:00Z',
    screen: 'Screen 2',
  },
  cinema,
}

test('PassPage shows movie, time, seat and code without an account, and adds it to a calendar', async () => {
  mockApi.use(http.get('*/api/passes/TOKENB', () => HttpResponse.json(pass)))
  open()

  const ticket = within(await screen.findByRole('article', { name: 'Ticket for Amaran' }))
  ticket.getByRole('img', { name: 'QR code to show at the door: Admit 1' })
  expect(readFacts(screen.getByRole('article'))).toMatchObject({ Time: '6:30 PM', Seat: 'C1' })
  expect(ticket.getByRole('link', { name: 'Add to Calendar' }).getAttribute('href')).toBe(
    '/api/passes/TOKENB/ticket.ics',
  )
  ticket.getByRole('button', { name: 'Copy Link of this ticket' })
  expect(ticket.queryByText(/box office/)).toBeNull()
})

test('PassPage of a whole booking says where to change or cancel it', async () => {
  const whole = { ...pass, number: 0, label: 'Admit 2' }
  mockApi.use(http.get('*/api/passes/TOKENB', () => HttpResponse.json(whole)))
  open()

  await screen.findByText('To change or cancel, please ask at the box office.')
})

test('PassPage of an unknown pass says so', async () => {
  mockApi.use(http.get('*/api/passes/TOKENB', () => errorResponse(404, 'NOT_FOUND', 'Not valid.')))
  open()

  await screen.findByRole('heading', { name: 'This ticket is not valid.', level: 1 })
  expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull()
})

test('PassPage fetches again on Try Again', async () => {
  mockApi.use(
    http.get('*/api/passes/TOKENB', () => limitResponse('Too many attempts.'), {
      once: true,
    }),
  )
  const user = open()

  await screen.findByText('Too many attempts.')
  mockApi.use(http.get('*/api/passes/TOKENB', () => HttpResponse.json(pass)))
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('article')
})

test('PassPage of a void pass tells what happened to its seat [S-643]', async () => {
  const text = 'This seat was given back on Friday. Ask the person who booked.'
  mockApi.use(http.get('*/api/passes/TOKENB', () => errorResponse(410, 'VOID', text)))
  open()

  await screen.findByRole('heading', { name: 'This ticket is not valid.', level: 1 })
  screen.getByText(text)
})
