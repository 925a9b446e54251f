import { CINEMA_ELEMENT_ID, Cinema } from '@marquee/contract/cinema'

const UNTOLD: Cinema = { brandName: 'Marquee', timeZone: 'Asia/Kolkata', google: false }

function readCinema(): Cinema {
  const block = document.getElementById(CINEMA_ELEMENT_ID)?.textContent
  return block ? Cinema.parse(JSON.parse(block)) : UNTOLD
}

/** What the server told this page about its cinema; a page served without the block gets the defaults. */
export const cinema = readCinema()
