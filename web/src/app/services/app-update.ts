import { SERVICE_WORKER_PATH } from '@marquee/contract/pages'
import { HOUR_MS } from '@marquee/contract/time'
import { create } from 'zustand'

const UPDATE_INTERVAL_MS = HOUR_MS
const QUIET_MS = 2000

/** `apply` starts the new version of the web app in all tabs and reloads this one. Null: there is no new version. */
export const useAppUpdate = create<{ apply: (() => void) | null }>(() => ({ apply: null }))

/**
 * Registers the service worker, which keeps the web app on this device. It downloads the whole web app, so it waits for the page that a visitor on a
 * slow line wants first. A new version waits until the visitor accepts it
 * or has closed all tabs, so that it never interrupts anything.
 */
export async function registerServiceWorker() {
  // The development server has no service worker. Browsers offer them only on https and on localhost.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await untilNothingLoads()
  try {
    const registration = await navigator.serviceWorker.register(SERVICE_WORKER_PATH)
    offerNewVersion(registration)
    registration.addEventListener('updatefound', () => {
      const offer = () => offerNewVersion(registration)
      registration.installing?.addEventListener('statechange', offer)
    })
    setInterval(() => void registration.update().catch(() => undefined), UPDATE_INTERVAL_MS)
  } catch {
    // Some private windows refuse it. The site works without.
  }
}

/** Resolves when the page has loaded nothing for QUIET_MS. */
function untilNothingLoads() {
  return new Promise<void>((resolve) => {
    const finish = () => {
      observer.disconnect()
      resolve()
    }
    let timer = setTimeout(finish, QUIET_MS)
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(finish, QUIET_MS)
    })
    observer.observe({ type: 'resource' })
  })
}

/** The first service worker of a device does not wait: no earlier one controls the page. */
function offerNewVersion({ waiting }: ServiceWorkerRegistration) {
  const { serviceWorker } = navigator
  if (!waiting || !serviceWorker.controller) return
  const apply = () => {
    serviceWorker.addEventListener('controllerchange', () => window.location.reload())
    // The generated service worker (workbox-build) expects this message.
    waiting.postMessage({ type: 'SKIP_WAITING' })
  }
  useAppUpdate.setState({ apply })
}
