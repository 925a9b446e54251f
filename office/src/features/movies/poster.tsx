import { type ComponentProps, useState } from 'react'

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'alt'> {
  /** Undefined: there is no poster yet. */
  src: string | undefined
}

/** A poster beside the name of its movie, 2:3. An empty surface if it cannot be loaded. */
export function Poster({ src, className = '', ...image }: Props) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const style = `block aspect-2/3 ${className}`
  if (src === undefined || src === failedSrc)
    return <span aria-hidden="true" className={`${style} bg-ash/15`} />
  return (
    <img
      {...image}
      src={src}
      alt=""
      className={`${style} object-cover`}
      onError={() => setFailedSrc(src)}
    />
  )
}
