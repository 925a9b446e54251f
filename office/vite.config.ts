import { precompress } from '@marquee/ui-kit/build/precompress.ts'
import { preloadApp } from '@marquee/ui-kit/build/preload-app.ts'
import { preloadFonts } from '@marquee/ui-kit/build/preload-fonts.ts'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const port = Number(process.env.OFFICE_PORT ?? Number(process.env.PORT ?? 3000) + 1)
const server = `http://127.0.0.1:${port}`

/** The app, and small modules that most pages or the pages Today and Programme need: each file costs a slow device several milliseconds. */
const APP =
  /\/(app\/main\.tsx|ui\/(date-field|field|how-do-i|undo-buttons|use-copy|use-is-wide)\.tsx?|lib\/(format\.ts|dates\/(date-stepper|moment)\.tsx)|text\/(count|money)\.ts|booking-window\.ts|calendar-x\.mjs)$/

/** zod, and what most calls of the contract are made of. The app and the programme need none of it to start. */
const SCHEMAS =
  /\/(node_modules\/zod\/.+|office\/(office-endpoint|people|devices|reason)\.ts|calls\/(ids|success-response)\.ts|cinema\/cinema(-details)?\.ts|seats\/(seats|seat-tiers|access-texts|places-route|friend-names)\.ts|shows\/shows\.ts|src\/parking(-slots)?\.ts|text\/(clean-text|one-line)\.ts)$/

/** Weeks and drafts, which the pages of the programme have in common. */
const PROGRAMME_DATA = /\/((draft|programme)\.queries|lib\/history|draft\/preview-show)\.ts$/

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadApp(),
    preloadFonts(),
    // Keeps the app on the device, so that the door opens without a network. It never stores a response of the API.
    VitePWA({
      strategies: 'generateSW',
      filename: 'service-worker.js',
      injectRegister: null,
      manifest: false,
      workbox: {
        globPatterns: ['index.html', 'theme.js', 'favicon.svg', 'assets/*.{js,css,woff2}'],
        dontCacheBustURLsMatching: /^assets\//,
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api\//, /^\/socket\.io\//],
        inlineWorkboxRuntime: true,
        clientsClaim: true,
        skipWaiting: true,
      },
    }),
    precompress(),
  ],
  build: {
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // The names of files that pages share would list these pages.
        chunkFileNames: ({ name }) =>
          name.startsWith('shared') ? 'assets/[hash].js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            // One file for the code of all pages: it compresses better than several small files.
            { name: 'app', test: APP, priority: 2 },
            {
              name: 'schemas',
              test: SCHEMAS,
              minShareCount: 2,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              name: 'programme-data',
              test: PROGRAMME_DATA,
              minShareCount: 2,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Code that several pages share: one file for the modules of the same pages. No page loads code that it does not need.
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
