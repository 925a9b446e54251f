import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Repeats the event of a visitor who went back while the app was starting, before the router listened. Otherwise the page and its address differ. */
export function MissedNavigation() {
  const { pathname, search } = useLocation()

  useEffect(() => {
    const { location, history } = window
    if (pathname + search === location.pathname + location.search) return
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, [pathname, search])

  return null
}
