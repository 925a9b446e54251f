import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const port = Number(process.env.OFFICE_PORT ?? Number(process.env.PORT ?? 3000) + 1)
const server = `http://127.0.0.1:${port}`

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
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
  ],
  build: { chunkSizeWarningLimit: 700 },
  server: {
    proxy: {
      '/api': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
