import { cinema } from '#lib/cinema.ts'

/** What the browser's tab says: the page, then the house. */
export const pageTitle = (page: string) => `${page} · ${cinema.brandName}`
