import type { Plugin } from 'vite'

const FRAMEWORK = /react-router\/dist\/production\/lib\/dom\/ssr\/components\.js$/
const NO_FRAMEWORK = `import { createContext } from 'react'
export const FrameworkContext = createContext(undefined)
export const usePrefetchBehavior = () => [false, undefined, undefined]
export const mergeRefs = (ref) => ref
const unused = undefined
export { unused as PrefetchPageLinks, unused as Links, unused as Meta, unused as Scripts, unused as CRITICAL_CSS_DATA_ATTRIBUTE, unused as setIsHydrated, unused as useFrameworkContext }`

/**
 * Leaves out what the links of react-router load ahead in its framework mode, which the app does not use. It would be 2 kB of the compressed code of
 * the first page. On the server too, because both must render the same.
 */
export function plainLinks(): Plugin {
  let isReplaced = false
  return {
    name: 'plain-links',
    apply: 'build',
    transform: {
      filter: { id: FRAMEWORK },
      handler: () => {
        isReplaced = true
        return { code: NO_FRAMEWORK, moduleSideEffects: false }
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced)
        this.error('react-router has changed: its components of the framework mode were not found.')
    },
  }
}
