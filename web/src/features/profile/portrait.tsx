import { DEFAULT_PROFILE_PICTURE } from '@marquee/contract/accounts'

/** The picture that the header shows too. */
export function Portrait({ profilePicture }: { profilePicture: string }) {
  return (
    <img
      src={profilePicture || DEFAULT_PROFILE_PICTURE}
      alt="Profile"
      width={96}
      height={96}
      referrerPolicy="no-referrer"
      className="size-24 rounded-full bg-ink object-cover ring-1 ring-brass/60"
    />
  )
}
