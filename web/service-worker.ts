import { APP_SHELL_PATH, APP_SHELL_REVISION, SERVICE_WORKER_PATH } from '@marquee/contract/pages'
import type { VitePWAOptions } from 'vite-plugin-pwa'

const MAX_POSTERS = 40

interface RouteMatch {
  request: Request
  url: URL
  sameOrigin: boolean
}

// The next two functions are copied into the service worker, so they use nothing from outside.

/** Pages of other programs on this server, such as the API documentation, are left to the browser. */
function isPageOfApp({ request, url, sameOrigin }: RouteMatch) {
  const others = /^\/(api|dev|docs|door|office|socket\.io)(\/|$)/
  return sameOrigin && request.mode === 'navigate' && !others.test(url.pathname)
}

/**
 * Pages come from the server and are never stored. The app shell (APP_SHELL_PATH) replaces them when the server
 * cannot be reached, or has not answered after eight seconds on a bad network.
 */
async function openPage({ request }: { request: Request }) {
  const fetched = fetch(request)
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, 8000, undefined))
  const response = await Promise.race([fetched, timeout]).catch(() => undefined)
  return response ?? (await caches.match('/app-shell', { ignoreSearch: true })) ?? fetched
}

/**
 * The service worker keeps the code of the web app and posters on the device. It never stores a response of the API:
 * the tickets are in IndexedDB (src/features/tickets/offline/device-tickets.ts).
 */
export const serviceWorker: Partial<VitePWAOptions> = {
  strategies: 'generateSW',
  filename: SERVICE_WORKER_PATH.slice(1),
  // The web app registers it (src/app/services/app-update.ts).
  injectRegister: null,
  manifest: false,
  workbox: {
    globPatterns: ['assets/*.{js,css,woff2}', 'favicon.svg', 'profile.svg'],
    // Loaded only by forms that need the network.
    globIgnores: ['**/common-passwords-*', '**/weak-passwords-*', '**/*latin-ext*'],
    // The names of these files contain a hash of their content.
    dontCacheBustURLsMatching: /^assets\//,
    additionalManifestEntries: [{ url: APP_SHELL_PATH, revision: APP_SHELL_REVISION }],
    directoryIndex: null,
    navigateFallback: null,
    inlineWorkboxRuntime: true,
    runtimeCaching: [
      {
        urlPattern: isPageOfApp,
        handler: openPage,
      },
      {
        urlPattern: /\/posters\//,
        handler: 'StaleWhileRevalidate',
        options: {
          cacheName: 'posters',
          expiration: { maxEntries: MAX_POSTERS },
          cacheableResponse: { statuses: [200] },
        },
      },
    ],
  },
}
