/** Scrolls the page and the map as far as necessary to show a place. */
export const scrollToPlace = (placeId: string) =>
  document
    .querySelector(`[data-place="${CSS.escape(placeId)}"]`)
    ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
