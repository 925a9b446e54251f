import { DEFAULT_PROFILE_PICTURE } from '@marquee/contract/accounts'

export function Portrait({ profilePicture }: { profilePicture: string }) {
  return (
    <div className="flex items-center gap-5">
      <img
        src={profilePicture || DEFAULT_PROFILE_PICTURE}
        alt=""
        width={80}
        height={80}
        referrerPolicy="no-referrer"
        className="size-20 rounded-full bg-ink object-cover ring-1 ring-brass/60"
      />
      <div>
        <p className="text-sm font-medium">Profile Picture</p>
        <p className="mt-1 text-sm text-ash">The way to your profile, at the top of every page.</p>
      </div>
    </div>
  )
}
