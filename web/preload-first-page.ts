import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite'

const FONTS = /(bodoni-moda-latin-opsz|figtree-latin-wght)-normal/
const FIRST_PAGE = 'home'

/** Adds preload links for the code of the home page and for the two fonts, so that they load together with the app. */
export const preloadFirstPage = (): Plugin => ({
  name: 'preload-first-page',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const files = Object.values(bundle)
      const page = files.find((file) => file.type === 'chunk' && file.name === FIRST_PAGE)
      const fonts = files.filter(({ fileName }) => FONTS.test(fileName))
      return [
        ...fonts.map(({ fileName }) => preload({ rel: 'preload', as: 'font' }, fileName)),
        ...chunkFilesOf(page)
          .filter((fileName) => !html.includes(fileName))
          .map((fileName) => preload({ rel: 'modulepreload' }, fileName)),
      ]
    },
  },
})

const chunkFilesOf = (page: Rollup.OutputBundle[string] | undefined) =>
  page?.type === 'chunk' ? [page.fileName, ...page.imports] : []

const preload = (attrs: Record<string, string>, fileName: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true, href: `/${fileName}` },
  injectTo: 'head',
})
