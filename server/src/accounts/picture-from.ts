import { isPictureAddress } from '@marquee/contract/pictures'

/** As a browser would write the address it asks for; we never ask for it ourselves. Null for what is none. */
export const pictureFrom = (address: string) =>
  isPictureAddress(address) ? new URL(address).href : null
