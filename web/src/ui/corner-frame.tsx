const CORNERS = [
  'top-1.5 left-1.5 sm:top-2 sm:left-2',
  'top-1.5 right-1.5 rotate-90 sm:top-2 sm:right-2',
  'right-1.5 bottom-1.5 rotate-180 sm:right-2 sm:bottom-2',
  'bottom-1.5 left-1.5 -rotate-90 sm:bottom-2 sm:left-2',
]

/** Art deco corners. The parent must have `position: relative`. */
export function CornerFrame() {
  return CORNERS.map((position) => (
    <svg
      key={position}
      aria-hidden="true"
      viewBox="0 0 28 28"
      className={`pointer-events-none absolute size-5 text-brass/60 sm:size-7 ${position}`}
      fill="none"
      stroke="currentColor"
    >
      <path d="M.5 28V10.5h10V.5H28M4.5 28V14.5h10V4.5H28" />
    </svg>
  ))
}
