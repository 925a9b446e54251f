import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** On another page, keyboard and screen reader start at its content; a fresh load leaves them where they are. */
export function useFocusOnArrival(main: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const stoodOn = useRef(pathname)

  useEffect(() => {
    if (stoodOn.current === pathname) return
    stoodOn.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
