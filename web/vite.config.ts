import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { lazyPolling } from './lazy-polling.ts'
import { precompress } from './precompress.ts'
import { preloadFirstPage } from './preload-first-page.ts'
import { serviceWorker } from './service-worker.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    lazyPolling(),
    preloadFirstPage(),
    VitePWA(serviceWorker),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      // One file for the code of the first load: it compresses better than several small files.
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
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
