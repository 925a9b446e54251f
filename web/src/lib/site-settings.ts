import { CINEMA_ELEMENT_ID, type SiteSettings } from '@marquee/contract/cinema/cinema'

const DEFAULTS: SiteSettings = {
  brandName: 'Marquee',
  timeZone: 'Asia/Kolkata',
  publicUrl: '',
  googleSignIn: false,
  gapRule: 'warn',
  refundPolicy: [],
}

/** The page of `npm run dev` has some of the settings, the page of the server has all of them. */
export function readSiteSettings(): SiteSettings {
  if (typeof document === 'undefined') return { ...DEFAULTS }
  const json = document.getElementById(CINEMA_ELEMENT_ID)?.textContent
  return { ...DEFAULTS, ...(JSON.parse(json || '{}') as Partial<SiteSettings>) }
}

/** The settings that the server writes into the page. */
export const siteSettings = readSiteSettings()

/** Called by the server, which has no page to read them from. */
export const setSiteSettings = (settings: SiteSettings): void =>
  void Object.assign(siteSettings, settings)
