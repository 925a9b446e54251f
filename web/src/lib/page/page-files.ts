const ELEMENT_ID = 'page-files'

/** The code and the styles that a page needs besides its HTML. */
export const writePageFiles = (files: string[]) =>
  `<script type="application/json" id="${ELEMENT_ID}">${JSON.stringify(files)}</script>`

/** Returns undefined if the server has not rendered the page. */
export function readPageFiles() {
  const json = document.getElementById(ELEMENT_ID)?.textContent
  return json ? (JSON.parse(json) as string[]) : undefined
}
