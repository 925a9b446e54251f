import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'

interface Props {
  title: string
  text: string
  action: string
  onAction: () => void
}

/** A message with one action. Closing it is the same action. */
export function OneActionDialog({ title, text, action, onAction }: Props) {
  return (
    <Dialog
      title={title}
      text={text}
      onClose={onAction}
      actions={<Button onClick={onAction}>{action}</Button>}
    />
  )
}
