import { Picture } from './picture.tsx'

const SHAPE = 'shrink-0 rounded-full border border-brass/60 bg-curtain'

interface AvatarProps {
  /** The URL of the profile picture. */
  picture: string
  /** The URL of the picture to show if `picture` cannot be loaded. */
  placeholder: string
  /** The size. */
  className: string
}

/** The profile picture of a user. */
export const Avatar = ({ picture, placeholder, className }: AvatarProps) => (
  <Picture
    src={picture}
    fallback={placeholder}
    alt=""
    className={`object-cover ${SHAPE} ${className}`}
  />
)

interface InitialProps {
  name: string
  /** The size. */
  className: string
}

/** The initial of a name, in the shape of an avatar. */
export const Initial = ({ name, className }: InitialProps) => (
  <span
    aria-hidden="true"
    className={`grid place-items-center font-semibold text-brass-bright ${SHAPE} ${className}`}
  >
    {initialOf(name)}
  </span>
)

/** Takes the first grapheme: an emoji or a letter with its accent is one initial. */
const initialOf = (name: string) =>
  new Intl.Segmenter().segment(name.trim())[Symbol.iterator]().next().value?.segment.toUpperCase()
