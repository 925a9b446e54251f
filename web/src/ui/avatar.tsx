import { useState } from 'react'

interface Props {
  name: string
  /** The URL of a picture. Null if there is none. */
  picture: string | null
  /** The size. */
  className: string
}

/** The picture of a person, or the initial of the name if there is no picture or it cannot be loaded. */
export function Avatar({ name, picture, className }: Props) {
  const [failed, setFailed] = useState<string>()
  const shape = `shrink-0 rounded-full border border-brass/60 bg-curtain ${className}`
  if (picture && picture !== failed) {
    return (
      <img
        src={picture}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setFailed(picture)}
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
