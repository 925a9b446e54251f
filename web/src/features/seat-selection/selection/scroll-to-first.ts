interface PlaceOnPage {
  _id: string
}

/** Shows the first of the places in the middle of the window, clear of the bars at its edges. */
export function scrollToFirst([place]: readonly PlaceOnPage[]) {
  if (!place) return
  document
    .querySelector(`[data-place="${CSS.escape(place._id)}"]`)
    ?.scrollIntoView({ block: 'center', inline: 'center' })
}
