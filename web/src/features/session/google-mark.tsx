/** The letter G. */
export function GoogleMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-5 fill-none stroke-current stroke-3"
    >
      <path d="M20.5 12a8.5 8.5 0 1 1-2.9-6.4M12.2 12h9.8" />
    </svg>
  )
}
