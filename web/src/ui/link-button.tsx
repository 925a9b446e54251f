import { type ButtonVariant, buttonStyle } from '@marquee/ui-kit/ui/button-style.ts'
import { Link, type LinkProps } from 'react-router'

interface Props extends LinkProps {
  variant?: ButtonVariant
}

export function LinkButton({ variant, className, ...rest }: Props) {
  return <Link {...rest} className={buttonStyle(variant, className)} />
}
