import type { Plugin, Rollup } from 'vite'

const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/(?<file>[^"]+)"[^>]*>/g

/**
 * Writes the styles of the app into index.html, so that the browser can paint without a second request. The link stays, but is disabled: the
 * browser does not load it, and Vite's code, which loads the styles of a page with its script, finds it in the document.
 */
export const inlineStyles = (): Plugin => ({
  name: 'inline-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replaceAll(STYLESHEET, (link, file: string) => {
        const asset = bundle[file]
        if (asset?.type !== 'asset') return link
        const disabledLink = link.replace('<link ', '<link disabled ')
        return `<style>${textOf(asset)}</style>${disabledLink}`
      }),
  },
})

const textOf = ({ source }: Rollup.OutputAsset) =>
  typeof source === 'string' ? source.trim() : new TextDecoder().decode(source)
