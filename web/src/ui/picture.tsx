import { type ComponentProps, useState } from 'react'

interface Props extends ComponentProps<'img'> {
  src: string
  /** Shown where `src` is empty, or leads nowhere any more. */
  fallback: string
}

/** A picture from anywhere. Its host is not told on which page it is shown. */
export function Picture({ src, fallback: otherwise, alt, ...rest }: Props) {
  const [broken, setBroken] = useState<string>()
  return (
    <img
      {...rest}
      alt={alt}
      src={src === broken ? otherwise : src || otherwise}
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
    />
  )
}
