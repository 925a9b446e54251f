import { type RefObject, useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * On another page, keyboard and screen reader start at its content, and the eye at its top; going back is left
 * to the browser, which remembers where one was. A fresh load leaves everything where it is.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const way = useNavigationType()
  const stoodOn = useRef(pathname)

  useEffect(() => {
    if (stoodOn.current === pathname) return
    stoodOn.current = pathname
    main.current?.focus({ preventScroll: true })
    if (way !== NavigationType.Pop) window.scrollTo(0, 0)
  }, [pathname, way, main])
}
