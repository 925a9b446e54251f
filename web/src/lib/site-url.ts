import { siteSettings } from './site-settings.ts'

/** The full address of a path, for search engines and previews of shared links. */
export const toSiteUrl = (path: string) =>
  new URL(path, siteSettings.publicUrl || 'http://localhost').href
