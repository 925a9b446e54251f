import { CINEMA_ELEMENT_ID, type Cinema } from '@marquee/contract/cinema'

const UNTOLD: Cinema = { brandName: 'Marquee', timeZone: 'Asia/Kolkata', google: false }

function readCinema(): Cinema {
  const block = document.getElementById(CINEMA_ELEMENT_ID)?.textContent
  return block ? (JSON.parse(block) as Cinema) : UNTOLD
}

/** What the server told this page about its cinema; a page served without the block gets the defaults. */
export const cinema = readCinema()
