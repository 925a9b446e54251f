import { join } from 'node:path'

/** The folder of the built web app. */
export const WEB_ROOT = join(import.meta.dirname, '../../../../web/dist')

/** The module that renders pages of the web app on the server. */
export const RENDERER_FILE = join(import.meta.dirname, '../../../../web/ssr/dist/render.js')
