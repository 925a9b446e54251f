import type { Plugin } from 'vite'

const FONTS = /headline-latin-|figtree-latin-wght-normal/

/** Adds preload links for the fonts of most texts, so that they load together with the app: a later font lays out the page again. */
export const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => FONTS.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        })),
  },
})
