/** A decorative line with a small fan in the middle. */
export function Ornament({ className = '' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`flex max-w-full items-center gap-3 text-brass/70 ${className}`}
    >
      <span className="h-px grow bg-linear-to-l from-current to-transparent" />
      <svg
        aria-hidden="true"
        viewBox="0 0 40 20"
        className="h-3 w-6 shrink-0"
        fill="none"
        stroke="currentColor"
      >
        <path
          strokeWidth="1.5"
          d="M1 19a19 18 0 0 1 38 0M20 19V1M20 19 6.6 6.3M20 19 33.4 6.3M20 19 1.9 12.5M20 19l18.1-6.5"
        />
      </svg>
      <span className="h-px grow bg-linear-to-r from-current to-transparent" />
    </div>
  )
}
