import { useState } from 'react'

interface Props {
  name: string
  /** The URL of a picture. Null if there is none. */
  picture: string | null
  /** The URL of a picture to show instead of the initial. */
  placeholder?: string
  /** The size. */
  className: string
}

/** The picture of a person. If there is none or it cannot be loaded: the placeholder, or the initial of the name. */
export function Avatar({ name, picture, placeholder, className }: Props) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const shape = `shrink-0 rounded-full border border-brass/60 bg-curtain ${className}`
  const shown = [picture, placeholder].find((url) => url && !failed.includes(url))
  if (shown) {
    return (
      <img
        src={shown}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setFailed((urls) => [...urls, shown])}
        className={`object-cover ${shape}`}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={`grid place-items-center font-semibold text-brass-bright ${shape}`}
    >
      {initialOf(name)}
    </span>
  )
}

/** Takes the first grapheme: an emoji or a letter with its accent is one initial. */
const initialOf = (name: string) =>
  new Intl.Segmenter().segment(name.trim())[Symbol.iterator]().next().value?.segment.toUpperCase()
