export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

/** Each app has its own CSS for these names. */
const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  quiet: 'button-quiet',
  danger: 'button-danger',
}

/** The class names of buttons and of links that look like buttons. */
export const buttonStyle = (variant: ButtonVariant = 'primary', className = '') =>
  `button ${VARIANTS[variant]} ${className}`
