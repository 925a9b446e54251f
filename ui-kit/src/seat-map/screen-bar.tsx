/** The cinema screen above the front row. */
export function ScreenBar() {
  return (
    <div className="screen">
      <svg
        aria-hidden="true"
        viewBox="0 0 400 28"
        preserveAspectRatio="none"
        className="screen-arc"
      >
        <path d="M2 26Q200-10 398 26" fill="none" vectorEffect="non-scaling-stroke" />
      </svg>
      <p className="screen-word">SCREEN</p>
    </div>
  )
}
