import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { readStored, writeStored } from '#lib/storage.ts'

const BUSY = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Going back or loading anew leads to where one was. A browser left to itself goes only as far as the page reaches
 * at that moment, and its content may come later.
 */
export function useScrollMemory() {
  const { key, pathname, hash } = useLocation()
  const way = useNavigationType()

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    const name = `scroll:${key}:${pathname}`
    const comesBack = way === NavigationType.Pop && !hash && !isFirstLoad()
    const wanted = comesBack ? readStored(name, asNumber) : undefined
    let reached = wanted ?? window.scrollY

    const left = new AbortController()
    const { signal } = left
    const save = () => writeStored(name, reached)
    const follow = () => {
      reached = window.scrollY
      const moved = () => {
        reached = window.scrollY
      }
      window.addEventListener('scroll', moved, { passive: true, signal })
    }
    window.addEventListener('pagehide', save, { signal })
    if (wanted === undefined) follow()
    else scrollWhenTall(wanted, signal, follow)
    return () => {
      save()
      left.abort()
    }
  }, [key, pathname, hash, way])
}

const asNumber = (stored: unknown) => (typeof stored === 'number' ? stored : undefined)

/** A page that was asked for by its address begins at its top, whatever was there before. */
function isFirstLoad() {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'navigate' && window.history.state === null
}

/** Scrolls there as soon as the page is tall enough, unless the visitor moves first. */
function scrollWhenTall(wanted: number, signal: AbortSignal, then: () => void) {
  const end = () => {
    growth.disconnect()
    done.abort()
    if (!signal.aborted) then()
  }
  const done = new AbortController()
  const scroll = () => {
    if (document.documentElement.scrollHeight < wanted + window.innerHeight) return
    window.scrollTo(0, wanted)
    end()
  }
  const growth = new ResizeObserver(scroll)
  for (const event of BUSY) window.addEventListener(event, end, { signal: done.signal })
  signal.addEventListener('abort', end, { signal: done.signal })
  growth.observe(document.body)
  scroll()
}
