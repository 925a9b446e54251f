const CORNERS = [
  'top-2 left-2',
  'top-2 right-2 rotate-90',
  'right-2 bottom-2 rotate-180',
  'bottom-2 left-2 -rotate-90',
]

/** Stepped corners for a surface that is `relative`: art deco in four strokes. */
export function CornerFrame() {
  return CORNERS.map((place) => (
    <svg
      key={place}
      aria-hidden="true"
      viewBox="0 0 28 28"
      className={`pointer-events-none absolute size-7 text-brass/60 ${place}`}
      fill="none"
      stroke="currentColor"
    >
      <path d="M.5 28V10.5h10V.5H28M4.5 28V14.5h10V4.5H28" />
    </svg>
  ))
}
