import { DEFAULT_PROFILE_PICTURE } from '@marquee/contract/pictures'
import { Picture } from '#ui/picture.tsx'

export function ProfilePicture({ profilePicture }: { profilePicture: string }) {
  return (
    <div className="flex items-center gap-5">
      <Picture
        src={profilePicture}
        fallback={DEFAULT_PROFILE_PICTURE}
        alt=""
        width={80}
        height={80}
        className="size-20 rounded-full bg-ink object-cover ring-1 ring-brass/60"
      />
      <div>
        <p className="text-sm font-medium">Profile Picture</p>
        <p className="mt-1 text-sm text-ash">
          Shown in the header. Select it to open your profile.
        </p>
      </div>
    </div>
  )
}
