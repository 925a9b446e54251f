import { afterEach, vi } from 'vitest'
import { siteSettings } from '#lib/site-settings.ts'
import { resetFakeSocket } from './fake-socket.ts'

// No test connects to a server.
vi.mock('#lib/socket/socket.ts', () => import('./fake-socket.ts'))

// Browser functions that jsdom does not have.
window.scrollTo = vi.fn()
Element.prototype.hasPointerCapture = () => false
Element.prototype.animate = () => ({ cancel: vi.fn() }) as unknown as Animation
window.matchMedia ??= (media) =>
  ({
    media,
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }) as unknown as MediaQueryList

const settings = { ...siteSettings }

afterEach(() => {
  resetFakeSocket()
  Object.assign(siteSettings, settings)
})
