import { precompress } from '@marquee/ui-kit/build/precompress.ts'
import { preloadApp } from '@marquee/ui-kit/build/preload-app.ts'
import { preloadFonts } from '@marquee/ui-kit/build/preload-fonts.ts'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { inlineStyles } from './inline-styles.ts'
import { lazyPolling } from './lazy-polling.ts'
import { plainIcons, plainLinks } from './plain-modules.ts'
import { serviceWorker } from './service-worker.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

const LOADED_FIRST = /\/(index|app|react|rolldown-runtime)-[\w-]+\.(js|css)$/

/** The service worker and the tests know these files by their names. */
const NAMED = /^(app|react|movies|rolldown-runtime|(common|weak)-passwords)$/

/** The start of the app, and what most pages need. */
const APP =
  /\/(app\/main\.tsx|lib\/(page\/page-title|paths|use-is-offline|motion)\.ts|bookings\/booking-window\.ts|movies\/(movie-poster\.tsx|posters\.ts|poster-path\.ts)|ui\/text-link\.tsx)$/

/** Zod, and the schemas of several pages. The listing, the movie page and the seat screen load without them. */
const SCHEMAS =
  /\/(node_modules\/zod\/.+|calls\/(ids|success-response|proof-of-work)\.ts|bookings\/(bookings|voucher-code)\.ts|seats\/seats\.ts|contract\/src\/parking\.ts|movies\/(movies|showtimes)\.ts|text\/(email|one-line)\.ts|checkout\/pending-order\.ts)$/

/**
 * What pages with a form or an order need: mutations, fields, prices, the order that is not paid yet, and the account. Pages of signing in show that
 * order.
 */
const FORMS =
  /\/(query-core\/.+\/mutationObserver\.js|react-query\/.+\/useMutation(State)?\.js|text\/(clean-text|phone)\.ts|ui\/(field|loading)\.tsx|site-url\.ts|bookings\/checkout-form\.ts|seats\/(seat-tiers|access-texts|places-route|friend-names|holds)\.ts|contract\/src\/parking-slots\.ts|movies\/(movies|showtimes)-route\.ts|money\.ts|date-time\.tsx|countdown\.tsx|(emit-)?with-proof\.ts|idempotency-key\.ts|use-account-events\.ts|subscribe-to-push\.ts|checkout-(draft|storage)\.ts|last-details\.ts|store-order\.ts|account\.queries\.ts)$/

/** Bytes before compression. */
const SMALL_FILE = 2_500

const clientOnly = (plugin: Plugin): Plugin => ({
  ...plugin,
  applyToEnvironment: ({ name }) => name === 'client',
})

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    plainIcons(),
    plainLinks(),
    ...[
      lazyPolling(),
      preloadApp(),
      preloadFonts(),
      inlineStyles(),
      ...VitePWA(serviceWorker),
      precompress(),
    ].map(clientOnly),
  ],
  // `vite build` builds both environments.
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist',
        emptyOutDir: true,
        manifest: true,
        // A page that loads another one has these files already. Their names are left out of its code.
        modulePreload: {
          resolveDependencies: (_, files, { hostType }) =>
            hostType === 'js' ? files.filter((file) => !LOADED_FIRST.test(file)) : files,
        },
        rolldownOptions: {
          output: {
            // The code of the app names the files of all pages. Files that pages share need no name of their own.
            chunkFileNames: ({ isDynamicEntry, name }) =>
              isDynamicEntry || NAMED.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
            codeSplitting: {
              groups: [
                { name: 'start', tags: ['$initial'], priority: 1 },
                // Larger than the app: src/app/start.ts requests the code of the page while the rest of it arrives.
                {
                  name: 'react',
                  test: /\/node_modules\/(react|react-dom|scheduler)\//,
                  includeDependenciesRecursively: false,
                },
                // One file for the code of all pages: it compresses better than several small files.
                { name: 'app', test: APP },
                {
                  name: 'schemas',
                  test: SCHEMAS,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'forms',
                  test: FORMS,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
                // What the listing, the movie page and the seat screen share, together for the same reason.
                {
                  name: 'movies',
                  test: /\/(features\/movies\/((booking|listing)\/)?[^/]+|tickets-when-offline\.tsx|normalize-name\.ts)$/,
                  minShareCount: 2,
                },
                // What the pages of a showtime share.
                {
                  name: 'showtime',
                  test: /\/seat-selection\/(hold-timers|places|selection|showtime|waiting-room)\/[^/]+$|\/(seats\/seat-rows|socket\/use-[^/]+)\.ts$|\/icons\/check\.mjs$/,
                  minShareCount: 3,
                  includeDependenciesRecursively: false,
                },
                // Code that several pages share: one file for the modules of the same pages. Small files join others, because each costs a request.
                {
                  name: 'shared',
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: SMALL_FILE,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
    // The pages for the server, in files that need no other package.
    ssr: {
      build: {
        outDir: 'ssr/dist',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/app/render.tsx' },
      },
      resolve: {
        noExternal: true,
        // Loaded only for the seat screen, and never connected.
        external: ['engine.io-client', 'socket.io-client'],
      },
      keepProcessEnv: false,
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/dev/openid': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
