import type { Plugin } from 'vite'

const ROUTER = /react-router\/dist\/production\/lib\/.+\.js$/
const FRAMEWORK_PARTS = /react-router\/dist\/production\/lib\/dom\/ssr\/components\.js$/
const PLAIN_PARTS = `import { createContext } from 'react'
export const FrameworkContext = createContext(undefined)
const NOTHING = [false, null, {}]
export const usePrefetchBehavior = () => NOTHING
export const mergeRefs = (ref) => ref
const unused = () => null
export { unused as Links, unused as Meta, unused as PrefetchPageLinks, unused as Scripts, unused as setIsHydrated, unused as useFrameworkContext }`

/** An assignment for the developer tools. It keeps components that the app does not use, such as forms. */
const DISPLAY_NAME = /^\w+\.displayName = "\w+";$/gm
/** Without the mark the call counts as one that has effects. */
const COMPONENT = /= React\$1\.(forwardRef|memo|createContext)\(/g

/**
 * Removes from react-router what only its framework mode uses, such as the preloading of pages by links, and its forms. They would be 3.2 kB of the
 * compressed code of the first page, and six hooks for each link. On the server too, because both must render the same.
 */
export function plainRouter(): Plugin {
  let isReplaced = false
  return {
    name: 'plain-router',
    apply: 'build',
    transform: {
      filter: { id: ROUTER },
      handler: (code, id) => {
        const isFramework = FRAMEWORK_PARTS.test(id)
        isReplaced ||= isFramework
        return isFramework
          ? { code: PLAIN_PARTS, moduleSideEffects: false }
          : code
              .replaceAll(DISPLAY_NAME, '')
              .replaceAll(COMPONENT, '= /* @__PURE__ */ React$$1.$1(')
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced)
        this.error('react-router has changed: its file of framework components was not found.')
    },
  }
}
