import { fileURLToPath } from 'node:url'

/** The project's folder, so that every command works from wherever it is called. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
