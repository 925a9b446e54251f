import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { AboutPage } from './about.tsx'

startMockApi()

test('AboutPage shows its three sections only and links to the movies [R-1.15][R-1.16][R-1.17][R-1.18][S-615]', async () => {
  const user = renderPages({ to: '/about', pages: { '/about': <AboutPage /> } })
  screen.getByRole('heading', { name: 'About Us', level: 1 })

  const sections = screen.getAllByRole('region')
  const expectedTexts = [
    ['Our Mission', 'unforgettable movie experience', 'ticket booked with ease', 'parking'],
    [
      'Premium Experiences',
      'Easy and quick ticket booking for every major film',
      'A user-friendly interface to manage your bookings',
      'Up-to-date information on releases and trailers',
    ],
    ['Join Our Experience', 'book now'],
  ]
  expect(sections).toHaveLength(expectedTexts.length)
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(expectedTexts.length)
  for (const [index, texts] of expectedTexts.entries()) {
    for (const text of texts) expect(sections[index]?.textContent).toContain(text)
  }

  await user.click(screen.getByRole('link', { name: 'Book Now' }))
  await screen.findByText(/^You are at \/ /)
})
