import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite'

const FACES = /(bodoni-moda-latin-opsz|figtree-latin-wght)-normal/
const FIRST_PAGE = 'home'

/**
 * Tells the browser in the HTML what the first page will need, so that its code and the two faces arrive
 * together with the app instead of after it.
 */
export const preloadFirstPage = (): Plugin => ({
  name: 'preload-first-page',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const files = Object.values(bundle)
      const page = files.find((file) => file.type === 'chunk' && file.name === FIRST_PAGE)
      const faces = files.filter(({ fileName }) => FACES.test(fileName))
      return [
        ...faces.map(({ fileName }) => preload({ rel: 'preload', as: 'font' }, fileName)),
        ...codeOf(page)
          .filter((fileName) => !html.includes(fileName))
          .map((fileName) => preload({ rel: 'modulepreload' }, fileName)),
      ]
    },
  },
})

const codeOf = (page: Rollup.OutputBundle[string] | undefined) =>
  page?.type === 'chunk' ? [page.fileName, ...page.imports] : []

const preload = (attrs: Record<string, string>, fileName: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true, href: `/${fileName}` },
  injectTo: 'head',
})
