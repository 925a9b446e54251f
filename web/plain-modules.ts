import type { Plugin } from 'vite'

interface Replacement {
  name: string
  /** Finds the module by its path. */
  id: RegExp
  code: string
  /** Why the build fails without the module. */
  missing: string
}

/** Builds other code in place of a module of a package. The build fails if the package has the module no longer. */
function replaceModule({ name, id, code, missing }: Replacement): Plugin {
  let isReplaced = false
  return {
    name,
    apply: 'build',
    transform: {
      filter: { id },
      handler: () => {
        isReplaced = true
        return { code, moduleSideEffects: false }
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error(missing)
    },
  }
}

const CREATE_ICON = /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/
const PLAIN_ICON = `import { createElement } from 'react'
const ATTRIBUTES = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
}
export default ({ node }) => (props) =>
  createElement('svg', { ...ATTRIBUTES, ...props }, node.map(([tag, attributes]) => createElement(tag, attributes)))`

/**
 * Draws the icons without the settings of lucide-react that the app does not use: sizes and strokes by context, aliases, class names. They would be
 * 1.3 kB of the compressed code of the first page. On the server too, because both must render the same.
 */
export const plainIcons = () =>
  replaceModule({
    name: 'plain-icons',
    id: CREATE_ICON,
    code: PLAIN_ICON,
    missing: 'lucide-react has changed: its function createLucideIcon was not found.',
  })

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
export const plainLinks = () =>
  replaceModule({
    name: 'plain-links',
    id: FRAMEWORK,
    code: NO_FRAMEWORK,
    missing: 'react-router has changed: its components of the framework mode were not found.',
  })
