import { cinema } from '#lib/cinema.ts'

/** The title of the browser tab: the page, then the brand name. */
export const pageTitle = (page: string) => `${page} · ${cinema.brandName}`
