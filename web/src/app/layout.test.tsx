import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Layout } from '#app/layout.tsx'
import { session } from '#features/session/session.store.ts'
import { asha } from '#test/fixtures.ts'

const CURTAIN = 'Preparing your premium experience...'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  vi.useRealTimers()
  session.signedOut()
})

function enter(): UserEvent {
  render(
    <MemoryRouter initialEntries={['/']} useTransitions={false}>
      <Browser />
      <Routes>
        <Route element={<Layout />}>
          <Route path="/" element={<Link to="/?again">The same page</Link>} />
          <Route path="/about" element={<p>About this house</p>} />
          <Route path="/faq" element={<Broken />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  )
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}

/** The browser's own button, which no menu can cover. */
let goBack: () => void
function Browser() {
  const navigate = useNavigate()
  goBack = () => void navigate(-1)
  return null
}

function Broken(): never {
  throw new Error('A reel that snaps on purpose')
}

const mainNavigation = () => within(screen.getByRole('navigation', { name: 'Main' }))
const goToAbout = (person: UserEvent) =>
  person.click(mainNavigation().getByRole('link', { name: 'About' }))

test('between two pages a curtain hangs for a second, over a page that is there already [R-2.10]', async () => {
  const person = enter()
  expect(screen.queryByText(CURTAIN)).toBeNull()

  await goToAbout(person)
  screen.getByText(CURTAIN)
  screen.getByText('About this house')

  act(() => vi.advanceTimersByTime(900))
  screen.getByText(CURTAIN)
  act(() => vi.advanceTimersByTime(150))
  act(() => vi.advanceTimersByTime(250))
  expect(screen.queryByText(CURTAIN)).toBeNull()
})

test('what changes on the same page moves no curtain', async () => {
  const person = enter()

  await person.click(screen.getByRole('link', { name: 'The same page' }))

  expect(screen.queryByText(CURTAIN)).toBeNull()
})

test('on another page the keyboard starts at its content', async () => {
  const person = enter()
  expect(document.activeElement).toBe(document.body)

  await goToAbout(person)

  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('the first stop of the keyboard skips to the content', async () => {
  const person = enter()

  await person.tab()

  expect(document.activeElement).toHaveProperty('hash', '#main')
  screen.getByText('Skip to content')
})

test('the header names the house, a premium theatre experience, and leads to its pages [R-1.11][R-2.11]', () => {
  enter()

  const banner = within(screen.getByRole('banner'))
  const brand = banner.getByRole('link', { name: /^Marquee/ })
  expect(brand.getAttribute('href')).toBe('/')
  expect(brand.textContent).toContain('Premium TheatreExperience')
  const links = mainNavigation().getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/'],
    ['About', '/about'],
    ['FAQ', '/faq'],
    ['Sign In', '/sign-in'],
  ])
})

test('the header offers to sign in, or shows who is [R-2.12][R-9.9]', async () => {
  enter()
  const navigation = mainNavigation()
  expect(navigation.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/sign-in')

  act(() => session.signedInAs(asha))

  expect(navigation.queryByRole('link', { name: 'Sign In' })).toBeNull()
  expect(navigation.getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/profile')
  expect(navigation.getByRole('img', { name: 'Profile' }).getAttribute('src')).toBe('/profile.svg')
})

test('the menu of a small screen slides out, leads on and is gone [R-2.13]', async () => {
  const person = enter()

  await person.click(screen.getByRole('button', { name: 'Open menu' }))
  const slideOut = await screen.findByRole('dialog')
  // It is there a moment before it answers the pointer.
  await vi.waitFor(() => expect(slideOut.style.pointerEvents).toBe('auto'))
  const menu = within(slideOut)
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Home',
    'About',
    'FAQ',
    'Sign In',
  ])
  await person.click(menu.getByRole('link', { name: 'About' }))

  screen.getByText('About this house')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('going back closes the menu with the page it was opened on', async () => {
  const person = enter()
  await goToAbout(person)
  await person.click(screen.getByRole('button', { name: 'Open menu' }))
  await screen.findByRole('dialog')

  act(() => goBack())
  act(() => vi.advanceTimersByTime(1))

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('the footer has three columns of links [R-2.14]', () => {
  enter()
  const footer = within(screen.getByRole('navigation', { name: 'Footer' }))
  const links = footer.getAllByRole('link')

  expect(footer.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'About Us',
    'Guest Services',
    'Featured Films',
  ])
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
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
})

test('the footer promises a luxury cinematic experience and premium tickets [R-1.12]', () => {
  enter()

  const footer = screen.getByRole('contentinfo').textContent
  expect(footer).toMatch(/A luxury cinematic experience\. Reserve premium tickets/)
})

test('three social networks point nowhere, and the year is the present one [R-1.13][R-1.14]', () => {
  vi.setSystemTime('2031-05-01')
  enter()

  for (const name of ['Facebook', 'Twitter', 'Instagram']) {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBeNull()
  }
  screen.getByText('© 2031 Marquee. All rights reserved.')
})

test('a page that breaks leaves the house standing, and the next page works', async () => {
  const silenced = vi.spyOn(console, 'error').mockReturnValue()
  const person = enter()

  await person.click(mainNavigation().getByRole('link', { name: 'FAQ' }))
  screen.getByText('The reel has snapped')
  await goToAbout(person)

  screen.getByText('About this house')
  silenced.mockRestore()
})

test('the curtain falls again when somebody turns back at once', async () => {
  const person = enter()
  await goToAbout(person)
  act(() => vi.advanceTimersByTime(800))

  fireEvent.click(mainNavigation().getByRole('link', { name: 'Home' }))
  act(() => vi.advanceTimersByTime(800))

  screen.getByText(CURTAIN)
})
