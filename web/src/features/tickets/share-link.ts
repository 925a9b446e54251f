import { passPath } from '@marquee/contract/pages'
import { formatDate, formatTime } from '@marquee/contract/time'
import type { ShareLink } from '#lib/share-sheet.ts'
import { siteSettings } from '#lib/site-settings.ts'

export interface PassToShare {
  movie: string
  /** ISO 8601. */
  startTime: string
  /** The seat, or `Admit 3`. */
  label: string
  token: string
}

/** What a friend receives: the movie, the time, the seat and the link of the pass. */
export function createShareLink({ movie, startTime, label, token }: PassToShare): ShareLink {
  const startsAt = Date.parse(startTime)
  const { timeZone } = siteSettings
  return {
    title: movie,
    text: `${movie}, ${formatDate(startsAt, timeZone)}, ${formatTime(startsAt, timeZone)}, ${label}`,
    url: new URL(passPath(token), window.location.href).href,
  }
}

export const whatsAppUrl = ({ text, url }: ShareLink) =>
  `https://wa.me/?${new URLSearchParams({ text: `${text}\n${url}` })}`
