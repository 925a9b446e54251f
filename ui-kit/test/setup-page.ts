import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

// Browser functions that jsdom does not have.
Element.prototype.scrollIntoView = vi.fn()
globalThis.ResizeObserver ??= class {
  observe = vi.fn()
  unobserve = vi.fn()
  disconnect = vi.fn()
}

// All test files of a worker share one page.
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  for (const added of Object.keys(navigator)) Reflect.deleteProperty(navigator, added)
  document.title = ''
  document.head.replaceChildren()
  document.body.replaceChildren()
})

afterEach(() => {
  cleanup()
  // jsdom waits for its next frame with the fake timers, and never again if they are removed before.
  if (vi.isFakeTimers()) vi.runOnlyPendingTimers()
})
