import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AboutPage } from '#pages/about.tsx'
import { renderPages } from '#test/render-pages.tsx'

const visitAbout = () => renderPages({ to: '/about', pages: { '/about': <AboutPage /> } })

test.each([
  ['Our Mission', ['unforgettable movie experience', 'ticket booked with ease', 'parking']],
  [
    'Premium Experiences',
    [
      'Easy and quick ticket booking for every major film',
      'A user-friendly place for all your bookings',
      'Up-to-date information on releases and trailers',
    ],
  ],
  ['Join Our Experience', ['book now']],
])('the block %s says what it is for [R-1.15][R-1.16][R-1.17]', (name, promises) => {
  visitAbout()

  const block = screen.getByRole('region', { name })
  within(block).getByRole('heading', { name })
  for (const promise of promises) expect(block.textContent).toContain(promise)
})

test('there are three blocks, and the last one invites to the films [R-1.18]', async () => {
  const person = visitAbout()
  screen.getByRole('heading', { name: 'About Us', level: 1 })
  expect(screen.getAllByRole('region')).toHaveLength(3)

  await person.click(screen.getByRole('link', { name: 'Book Now' }))

  screen.getByText(/^You are at \/ /)
})
