import { Link, type LinkProps } from 'react-router'

/** A link within a text. */
export const TextLink = ({ className, ...rest }: LinkProps) => (
  <Link
    {...rest}
    className={`inline-flex min-h-6 items-center text-brass underline underline-offset-4 hover:text-brass-bright ${className ?? ''}`}
  />
)
