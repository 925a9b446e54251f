export type ButtonVariant = 'primary' | 'quiet' | 'danger'

const SHAPE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded border px-5 py-2 text-sm leading-5 font-semibold tracking-label text-center transition-[background-color,color,border-color,box-shadow,opacity] data-inactive:cursor-not-allowed'

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'border-brass bg-brass text-ink hover:border-brass-bright hover:bg-brass-bright hover:shadow-glow data-inactive:border-ash/40 data-inactive:bg-transparent data-inactive:text-ash data-inactive:shadow-none',
  quiet:
    'border-brass/50 text-brass hover:border-brass-bright hover:text-brass-bright data-inactive:border-ash/40 data-inactive:text-ash',
  danger:
    'border-danger/60 text-danger hover:border-danger hover:bg-danger hover:text-ink data-inactive:border-ash/40 data-inactive:text-ash',
}

/** The class names of buttons and of links that look like buttons. */
export const buttonStyle = (variant: ButtonVariant = 'primary', className = '') =>
  `${SHAPE} ${VARIANTS[variant]} ${className}`
