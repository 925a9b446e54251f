import { CINEMA_ELEMENT_ID, type Cinema } from '@marquee/contract/cinema'

const DEFAULTS: Cinema = { brandName: 'Marquee', timeZone: 'Asia/Kolkata', google: false }

function readCinema(): Cinema {
  const json = document.getElementById(CINEMA_ELEMENT_ID)?.textContent
  return json ? (JSON.parse(json) as Cinema) : DEFAULTS
}

/** The settings that the server writes into the page. */
export const cinema = readCinema()
