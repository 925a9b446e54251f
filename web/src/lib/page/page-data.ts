import type { DehydratedState } from '@tanstack/react-query'

const ELEMENT_ID = 'page-data'

/** What a page that the server has rendered contains besides its HTML. */
interface PageData {
  /** The path of the URL, which has no query. */
  path: string
  /** Epoch milliseconds. */
  renderTime: number
  queries: DehydratedState
}

export function writePageData(data: PageData) {
  // Escaped, because a closing tag in the JSON would end the element early.
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${ELEMENT_ID}">${json}</script>`
}

/** Returns undefined if the server has not rendered the page. */
export function readPageData() {
  const json = document.getElementById(ELEMENT_ID)?.textContent
  return json ? (JSON.parse(json) as PageData) : undefined
}
