import { siteSettings } from '#lib/site-settings.ts'

/** The title of the browser tab: the page, then the brand name. */
export const pageTitle = (page: string) => `${page} · ${siteSettings.brandName}`
