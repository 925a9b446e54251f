import { passPath } from '@marquee/contract/pages'
import { dateTimeOf } from '#lib/date-time.tsx'
import type { ShareLink } from '#lib/share-sheet.ts'

interface PassToShare {
  movie: string
  /** ISO 8601. */
  startTime: string
  /** The seat, or `Admit 3`. */
  label: string
  token: string
}

/** What a friend receives: the movie, the time, the seat and the link of the pass. */
export function createShareLink({ movie, startTime, label, token }: PassToShare): ShareLink {
  return {
    title: movie,
    text: `${movie}, ${dateTimeOf(startTime)}, ${label}`,
    url: new URL(passPath(token), window.location.href).href,
  }
}

export const whatsAppUrl = ({ text, url }: ShareLink) =>
  `https://wa.me/?${new URLSearchParams({ text: `${text}\n${url}` })}`
