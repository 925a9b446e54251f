import { tabStorage } from '@marquee/ui-kit/lib/storage.ts'
import { useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

interface Position {
  /** Of the window, in pixels. */
  top: number
  /** Of the content, in pixels. */
  height: number
}

/** What scrolls. Not a press: nothing may move between the press and the click. */
const SCROLL_INPUT = ['wheel', 'touchmove', 'keydown']

/**
 * Restores the scroll position after going back and after a reload. The browser's own restoration fails when the content that makes the page tall
 * enough is loaded later. Until the visitor scrolls, the content keeps its height, so that the footer does not move when it is loaded.
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
    const stored = isReturn ? tabStorage.read(storageKey, asPosition) : undefined
    let position = stored ?? readPosition()

    const cleanUp = new AbortController()
    const { signal } = cleanUp
    const savePosition = () => tabStorage.write(storageKey, position)
    const updatePosition = () => {
      position = readPosition()
    }
    window.addEventListener('pagehide', savePosition, { signal })
    if (stored) {
      keepHeight(stored.height, signal)
      window.scrollTo(0, stored.top)
    }
    window.addEventListener('scroll', updatePosition, { passive: true, signal })
    return () => {
      savePosition()
      cleanUp.abort()
    }
  }, [key, pathname, hash, navigationType])
}

const findMain = () => document.getElementById('main')

const readPosition = (): Position => ({
  top: window.scrollY,
  height: findMain()?.offsetHeight ?? 0,
})

function asPosition(stored: unknown): Position | undefined {
  const { top, height } = Object(stored) as Partial<Record<string, unknown>>
  return typeof top === 'number' && typeof height === 'number' ? { top, height } : undefined
}

/** True if the document was opened by a typed URL or a link, not by a reload or going back. Its first page starts at the top. */
function isNewLoad() {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'navigate'
}

/** Until the visitor scrolls or the signal aborts. */
function keepHeight(height: number, signal: AbortSignal) {
  const main = findMain()
  if (!main) return
  main.style.minHeight = `${height}px`
  const end = () => {
    main.style.minHeight = ''
  }
  for (const type of SCROLL_INPUT)
    window.addEventListener(type, end, { signal, once: true, passive: true })
  signal.addEventListener('abort', end)
}
