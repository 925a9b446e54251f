/** Shows a place in the middle of the window, clear of the bars at its edges. */
export const scrollToPlace = (placeId: string) =>
  document
    .querySelector(`[data-place="${CSS.escape(placeId)}"]`)
    ?.scrollIntoView({ block: 'center', inline: 'center' })
