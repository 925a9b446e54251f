import { Link, type LinkProps } from 'react-router'
import { type ButtonVariant, buttonStyle } from './button-style.ts'

interface Props extends LinkProps {
  variant?: ButtonVariant
}

export function LinkButton({ variant, className, ...rest }: Props) {
  return <Link {...rest} className={buttonStyle(variant, className)} />
}
