import { precompress } from '@marquee/ui-kit/build/precompress.ts'
import { preloadApp } from '@marquee/ui-kit/build/preload-app.ts'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const port = Number(process.env.OFFICE_PORT ?? Number(process.env.PORT ?? 3000) + 1)
const server = `http://127.0.0.1:${port}`

/** Bytes before compression. */
const SMALL_FILE = 2_500

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadApp(),
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
            { name: 'start', tags: ['$initial'], priority: 2 },
            // One file for the code of all pages: it compresses better than several small files.
            { name: 'app', test: /\/src\/app\/main\.tsx$/, priority: 1 },
            // Code that several pages share. Small files join others, because each costs a request.
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
  server: {
    proxy: {
      '/api': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
