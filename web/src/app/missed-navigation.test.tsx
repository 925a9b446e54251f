import { render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { BrowserRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { MissedNavigation } from './missed-navigation.ts'

/** Changes the address after the first rendering and before the router listens. */
function GoBackEarly() {
  useLayoutEffect(() => window.history.replaceState(null, '', '/faq?open=refunds'), [])
  return null
}

function Address() {
  const { pathname, search } = useLocation()
  return <p>{pathname + search}</p>
}

test('a visitor who goes back before the router listens sees the page of the address', () => {
  window.history.replaceState(null, '', '/about')

  render(
    <BrowserRouter>
      <Address />
      <GoBackEarly />
      <MissedNavigation />
    </BrowserRouter>,
  )

  expect(screen.getByRole('paragraph').textContent).toBe('/faq?open=refunds')
})
