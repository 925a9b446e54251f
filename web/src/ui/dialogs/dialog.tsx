import { type DialogProps, Dialog as PlainDialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { CornerFrame } from '#ui/corner-frame.tsx'
import { Ornament } from '#ui/ornament.tsx'

/** The dialog of the site. Its actions close it. */
export const Dialog = (props: DialogProps) => (
  <PlainDialog
    {...props}
    ornaments={{ corners: <CornerFrame />, line: <Ornament className="mx-auto mt-3 w-40" /> }}
  />
)
