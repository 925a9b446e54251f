import type { Plugin } from 'vite'

const APP = /\/src\/app\/main\.tsx$/

/**
 * Adds a preload link for the app to index.html, because src/app/start.ts imports it only when it runs. The server removes the link from the pages
 * that it renders and that can be read without the app.
 */
export const preloadApp = (): Plugin => ({
  name: 'preload-app',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle)
        .filter((chunk) => chunk.type === 'chunk' && chunk.moduleIds.some((id) => APP.test(id)))
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          // Before the styles, which are in the page.
          injectTo: 'head-prepend' as const,
        })),
  },
})
