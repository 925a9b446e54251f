import { CINEMA_ELEMENT_ID, type SiteSettings } from '@marquee/contract/cinema'

const DEFAULTS: SiteSettings = {
  brandName: 'Marquee',
  timeZone: 'Asia/Kolkata',
  googleSignIn: false,
}

function readSiteSettings(): SiteSettings {
  const json = document.getElementById(CINEMA_ELEMENT_ID)?.textContent
  return json ? (JSON.parse(json) as SiteSettings) : DEFAULTS
}

/** The settings that the server writes into the page. */
export const siteSettings = readSiteSettings()
