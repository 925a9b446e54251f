import { SERVICE_WORKER_PATH } from '@marquee/contract/pages'
import { create } from 'zustand'

const UPDATE_INTERVAL_MS = 60 * 60_000

/** `apply` starts the new version of the web app in all tabs and reloads this one. Null: there is no new version. */
export const useAppUpdate = create<{ apply: (() => void) | null }>(() => ({ apply: null }))

/**
 * Registers the service worker, which keeps the web app on this device. A new version waits until the visitor accepts it
 * or has closed all tabs, so that it never interrupts anything.
 */
export async function registerServiceWorker() {
  // The development server has no service worker. Browsers offer them only on https and on localhost.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const worker = new Workbox(SERVICE_WORKER_PATH)
  worker.addEventListener('waiting', () => {
    const apply = () => {
      worker.addEventListener('controlling', () => window.location.reload())
      worker.messageSkipWaiting()
    }
    useAppUpdate.setState({ apply })
  })
  try {
    await worker.register()
    setInterval(() => void worker.update().catch(() => undefined), UPDATE_INTERVAL_MS)
  } catch {
    // Some private windows refuse it. The site works without.
  }
}
