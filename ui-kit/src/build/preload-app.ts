import type { Plugin } from 'vite'

const APP = /\/src\/app\/main\.tsx$/

/**
 * Adds preload links for the app and what it imports to index.html, because src/app/start.ts imports it only when it runs. The server removes the
 * links from the pages that it renders and that can be read without the app.
 */
export const preloadApp = (): Plugin => ({
  name: 'preload-app',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const app = chunks.find(({ moduleIds }) => moduleIds.some((id) => APP.test(id)))
      const isLoaded = (name: string) => chunks.some((one) => one.isEntry && one.fileName === name)
      return [app?.fileName ?? '', ...(app?.imports ?? [])]
        .filter((name) => name !== '' && !isLoaded(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
          // Before the styles, which are in the page.
          injectTo: 'head-prepend' as const,
        }))
    },
  },
})
