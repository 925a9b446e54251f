import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { session, useSession } from '#features/session/session.store.ts'
import { asha } from '#test/fixtures.ts'
import { startMockApi } from '#test/mock-api.ts'
import { createTestQueryClient } from '#test/query-client.ts'
import { Layout } from './layout.tsx'

const mockApi = startMockApi()
const TRANSITION_TEXT = 'Preparing your premium experience...'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))

function renderLayout(): UserEvent {
  render(
    <QueryClientProvider client={createTestQueryClient()}>
      <MemoryRouter initialEntries={['/']} useTransitions={false}>
        <BackButton />
        <Routes>
          <Route element={<Layout />}>
            <Route path="/" element={<Link to="/?again">The same page</Link>} />
            <Route path="/about" element={<p>The about page</p>} />
            <Route path="/faq" element={<BrokenPage />} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}

/** The Back button of the browser, which works also while a menu is open. */
let goBack: () => void
function BackButton() {
  const navigate = useNavigate()
  goBack = () => void navigate(-1)
  return null
}

function BrokenPage(): never {
  throw new Error('Thrown by the test')
}

const mainNavigation = () => within(screen.getByRole('navigation', { name: 'Main' }))
const goToAbout = (user: UserEvent) =>
  user.click(mainNavigation().getByRole('link', { name: 'About' }))
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const listLinks = (links: HTMLElement[]) =>
  links.map((link) => [link.textContent?.trim(), link.getAttribute('href')])

test('PageTransition appears when the path changes and starts again after a second navigation [R-2.10]', async () => {
  const user = renderLayout()
  await user.click(screen.getByRole('link', { name: 'The same page' }))
  expect(screen.queryByText(TRANSITION_TEXT)).toBeNull()
  await goToAbout(user)
  advance(800)

  fireEvent.click(mainNavigation().getByRole('link', { name: 'Home' }))
  advance(800)

  screen.getByText(TRANSITION_TEXT)
})

test('Layout has a skip link as the first keyboard stop', async () => {
  const user = renderLayout()

  await user.tab()

  expect(document.activeElement).toHaveProperty('hash', '#main')
  screen.getByText('Skip to content')
})

test('Layout shows an error instead of a broken page, and other pages still work', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const user = renderLayout()

  await user.click(mainNavigation().getByRole('link', { name: 'FAQ' }))
  screen.getByText('This page could not be shown')
  await goToAbout(user)

  screen.getByText('The about page')
})

test('Header shows the brand, four links, and the profile picture or its placeholder instead of Sign In when signed in [R-1.11][R-2.11][R-2.12][S-615]', () => {
  renderLayout()
  const brand = within(screen.getByRole('banner')).getByRole('link', { name: /^Marquee/ })
  expect(brand.getAttribute('href')).toBe('/')
  expect(brand.textContent).toContain('Premium Theatre Experience')
  const navigation = mainNavigation()
  expect(listLinks(navigation.getAllByRole('link'))).toEqual([
    ['Home', '/'],
    ['About', '/about'],
    ['FAQ', '/faq'],
    ['Sign In', '/sign-in'],
  ])

  act(() => session.setUser(asha))

  expect(navigation.queryByRole('link', { name: 'Sign In' })).toBeNull()
  const profile = () => navigation.getByRole('link', { name: 'Profile' })
  expect(profile().getAttribute('href')).toBe('/profile')
  const picture = () => profile().querySelector('img') as HTMLImageElement
  expect(picture().getAttribute('src')).toBe('/profile.svg')
  act(() => session.setUser({ ...asha, profilePicture: '/pictures/one.webp' }))
  expect(picture().getAttribute('src')).toBe('/pictures/one.webp')
  fireEvent.error(picture())
  expect(picture().getAttribute('src')).toBe('/profile.svg')
})

test('MobileMenu leads to a page and closes, also when the user goes back [R-2.13]', async () => {
  const user = renderLayout()

  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  const dialog = await screen.findByRole('dialog')
  // Radix enables pointer events a moment after the dialog is rendered.
  await waitFor(() => expect(dialog.style.pointerEvents).toBe('auto'))
  const menu = within(dialog)
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Home',
    'About',
    'FAQ',
    'Sign In',
  ])
  await user.click(menu.getByRole('link', { name: 'About' }))

  screen.getByText('The about page')
  expect(screen.queryByRole('dialog')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  await screen.findByRole('dialog')
  act(() => goBack())
  advance(1)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('MobileMenu of a signed-in user has My Bookings, Profile Settings and Sign Out [R-2.13]', async () => {
  const signedOut = vi.fn()
  mockApi.use(
    http.post('*/api/auth/signout', () => {
      signedOut()
      return HttpResponse.json({ success: true, message: 'You are signed out.' })
    }),
  )
  const user = renderLayout()
  act(() => session.setUser(asha))
  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.style.pointerEvents).toBe('auto'))
  const menu = within(dialog)

  menu.getByText(asha.email)
  expect(listLinks(menu.getAllByRole('link'))).toEqual([
    ['Home', '/'],
    ['About', '/about'],
    ['FAQ', '/faq'],
    ['My Bookings', '/profile?tab=bookings'],
    ['Profile Settings', '/profile'],
  ])
  await user.click(menu.getByRole('button', { name: 'Sign Out' }))

  await waitFor(() => expect(signedOut).toHaveBeenCalledOnce())
  await waitFor(() => expect(useSession.getState().currentUser).toBeNull())
})

test('Footer has three columns of links, the tagline, three links without a target and the current year [R-1.12][R-1.13][R-1.14][R-2.14]', () => {
  vi.setSystemTime('2031-05-01')
  renderLayout()
  const footer = within(screen.getByRole('navigation', { name: 'Footer' }))

  expect(footer.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'About Us',
    'Guest Services',
    'Featured Films',
  ])
  expect(listLinks(footer.getAllByRole('link'))).toEqual([
    ['Our Heritage', '/about'],
    ['Join Our Team', '/about'],
    ['Contact Us', '/about'],
    ['FAQs', '/faq'],
    ['Premium Support', '/faq'],
    ['Privacy Policy', '/faq'],
    ['Now Showing', '/'],
    ['Coming Soon', '/'],
    ['Exclusive Premieres', '/'],
  ])

  expect(screen.getByRole('contentinfo').textContent).toMatch(
    /A luxury cinematic experience\. Reserve premium tickets/,
  )
  for (const name of ['Facebook', 'Twitter', 'Instagram']) {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBeNull()
  }
  screen.getByText('© 2031 Marquee. All rights reserved.')
})

test('Footer shows where the cinema is, with directions and a phone number', async () => {
  renderLayout()
  const footer = within(screen.getByRole('contentinfo'))

  await footer.findByText('1 Mount Road, Chennai')
  expect(footer.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain('13.06')
  expect(footer.getByRole('link', { name: '+91 44 5550 1234' }).getAttribute('href')).toBe(
    'tel:+914455501234',
  )
})

test.each([
  ['opened by a typed address', 'navigate', []],
  ['reloaded', 'reload', [[0, 300]]],
])('a page that is %s has its scroll position: %s [S-594]', (_, type, scrolled) => {
  sessionStorage.setItem('scroll:default:/', '{"top":300,"height":5000}')
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type }] as never)
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()

  renderLayout()

  expect(scrollTo.mock.calls).toEqual(scrolled)
})

test('going back to the page that was opened by a typed address restores its scroll position [S-594]', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'navigate' }] as never)
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
  const user = renderLayout()
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(300)
  fireEvent.scroll(window)
  await goToAbout(user)

  act(goBack)

  expect(scrollTo).toHaveBeenLastCalledWith(0, 300)
})

test('a page that is reloaded keeps the height of its content until the visitor scrolls [S-1296]', () => {
  sessionStorage.setItem('scroll:default:/', '{"top":300,"height":5000}')
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' }] as never)
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  renderLayout()
  const main = screen.getByRole('main')
  expect(main.style.minHeight).toBe('5000px')

  fireEvent.pointerDown(main)
  expect(main.style.minHeight).toBe('5000px')
  fireEvent.wheel(main)
  expect(main.style.minHeight).toBe('')
})
