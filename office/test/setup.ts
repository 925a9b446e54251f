import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

afterEach(cleanup)

// Browsers offer it over https only. The office runs on plain http too.
Object.defineProperty(crypto, 'randomUUID', { value: undefined })

// Browser functions that jsdom does not have.
Element.prototype.scrollIntoView = vi.fn()
globalThis.ResizeObserver ??= class {
  observe = vi.fn()
  unobserve = vi.fn()
  disconnect = vi.fn()
}
