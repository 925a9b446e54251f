const ELEMENT_ID = 'page-needs'

/** What a page that the server has rendered needs besides its HTML. */
export interface PageNeeds {
  /** The paths of the code of the app. */
  app: string[]
  /** The paths of the code and the styles of the page. */
  files: string[]
  /** The paths of the calls of the API that its code makes first. */
  calls: string[]
}

export const writePageNeeds = (needs: PageNeeds) =>
  `<script type="application/json" id="${ELEMENT_ID}">${JSON.stringify(needs)}</script>`

/** Returns undefined if the server has not rendered the page. */
export function readPageNeeds() {
  const json = document.getElementById(ELEMENT_ID)?.textContent
  return json ? (JSON.parse(json) as PageNeeds) : undefined
}
