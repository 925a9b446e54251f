import BadgeCheck from 'lucide-react/icons/badge-check'

export function VerifiedMark() {
  return (
    <span className="inline-flex items-center gap-1 align-bottom text-sm">
      <BadgeCheck aria-hidden="true" className="size-4" />
      Verified
    </span>
  )
}
