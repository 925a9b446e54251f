import { join } from 'node:path'

/** The folder of the built web app. */
export const WEB_ROOT = join(import.meta.dirname, '../../../web/dist')
