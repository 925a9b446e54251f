import type { Plugin } from 'vite'

const CREATE_ICON = /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/
const PLAIN_ICON = `import { createElement } from 'react'
const LOOK = {
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
  createElement('svg', { ...LOOK, ...props }, node.map(([tag, attributes]) => createElement(tag, attributes)))`

/**
 * Draws the icons without the settings of lucide-react that the app does not use: sizes and strokes by context, aliases, class names. They would be
 * 1.3 kB of the compressed code of the first page. On the server too, because both must render the same.
 */
export function plainIcons(): Plugin {
  let isReplaced = false
  return {
    name: 'plain-icons',
    apply: 'build',
    transform: {
      filter: { id: CREATE_ICON },
      handler: () => {
        isReplaced = true
        return { code: PLAIN_ICON, moduleSideEffects: false }
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced)
        this.error('lucide-react has changed: its function createLucideIcon was not found.')
    },
  }
}
