import { type ComponentProps, useState } from 'react'

interface Props extends ComponentProps<'img'> {
  src: string
  /** Shown when `src` is empty or cannot be loaded. */
  fallback: string
}

/** An image from any host. The host does not receive the URL of the page (`no-referrer`). */
export function Picture({ src, fallback, alt, ...rest }: Props) {
  const [failedSrc, setFailedSrc] = useState<string>()
  return (
    <img
      {...rest}
      alt={alt}
      src={src === failedSrc ? fallback : src || fallback}
      referrerPolicy="no-referrer"
      onError={() => setFailedSrc(src)}
    />
  )
}
