import { tabStorage } from '@marquee/ui-kit/lib/storage.ts'
import { useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const USER_INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Restores the scroll position after going back and after a reload. The browser's own restoration
 * fails when the content that makes the page tall enough is loaded later.
 */
export function useScrollRestoration() {
  const { key, pathname, hash } = useLocation()
  const navigationType = useNavigationType()
  const isFirstPage = useRef(true)

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    const storageKey = `scroll:${key}:${pathname}`
    const isOpenedByUrl = isFirstPage.current && isNewLoad()
    isFirstPage.current = false
    const isReturn = navigationType === NavigationType.Pop && !hash && !isOpenedByUrl
    const target = isReturn ? tabStorage.read(storageKey, asNumber) : undefined
    let position = target ?? window.scrollY

    const cleanUp = new AbortController()
    const { signal } = cleanUp
    const savePosition = () => tabStorage.write(storageKey, position)
    const updatePosition = () => {
      position = window.scrollY
    }
    const trackPosition = () => {
      updatePosition()
      window.addEventListener('scroll', updatePosition, { passive: true, signal })
    }
    window.addEventListener('pagehide', savePosition, { signal })
    if (target === undefined) trackPosition()
    else scrollWhenTallEnough(target, signal, trackPosition)
    return () => {
      savePosition()
      cleanUp.abort()
    }
  }, [key, pathname, hash, navigationType])
}

const asNumber = (stored: unknown) => (typeof stored === 'number' ? stored : undefined)

/** True if the document was opened by a typed URL or a link, not by a reload or going back. Its first page starts at the top. */
function isNewLoad() {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'navigate'
}

/** Scrolls as soon as the page is tall enough. Cancelled by user input. */
function scrollWhenTallEnough(target: number, signal: AbortSignal, onEnd: () => void) {
  const waiting = new AbortController()
  const end = () => {
    resizeObserver.disconnect()
    waiting.abort()
    if (!signal.aborted) onEnd()
  }
  const tryScroll = () => {
    if (document.documentElement.scrollHeight < target + window.innerHeight) return
    window.scrollTo(0, target)
    end()
  }
  const resizeObserver = new ResizeObserver(tryScroll)
  for (const event of USER_INPUT) window.addEventListener(event, end, { signal: waiting.signal })
  signal.addEventListener('abort', end, { signal: waiting.signal })
  resizeObserver.observe(document.body)
  tryScroll()
}
