import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { App } from './app.tsx'

const broken = vi.hoisted(() => ({ today: true, navigation: false }))

vi.mock('#pages/today.tsx', () => ({
  TodayPage() {
    if (broken.today) throw new Error('broken')
    return <p>The shows of today</p>
  },
}))
vi.mock('./side-bar.tsx', () => ({
  SideBar() {
    if (broken.navigation) throw new Error('broken')
    return null
  },
}))
vi.mock('#lib/socket.ts', () => ({ useLiveUpdates: vi.fn(), useConnected: () => true }))

beforeEach(() => {
  Object.assign(broken, { today: true, navigation: false })
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
})

test('App shows the error of a page, and the page at another attempt', async () => {
  renderPage('/', <App />)
  await screen.findByText('broken')

  broken.today = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))

  await screen.findByText('The shows of today')
})

test('App shows an error outside the page', async () => {
  broken.navigation = true
  renderPage('/', <App />)

  await screen.findByText('broken')
  expect(screen.queryByText('The shows of today')).toBeNull()
})
