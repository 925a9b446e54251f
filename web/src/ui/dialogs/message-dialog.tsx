import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useEffect, useEffectEvent } from 'react'
import { Dialog } from './dialog.tsx'
import type { DialogAction, DialogOptions } from './use-dialog.ts'

interface Props {
  options: DialogOptions<string>
  onClose: (value: string | undefined) => void
}

const OK: DialogAction<string>[] = [{ label: 'OK', value: 'ok' }]

export function MessageDialog({ options, onClose }: Props) {
  const { title, text, content, actions = OK, closesAfterMs } = options
  const dismiss = useEffectEvent(() => onClose(undefined))

  useEffect(() => {
    if (closesAfterMs === undefined) return
    const timer = setTimeout(dismiss, closesAfterMs)
    return () => clearTimeout(timer)
  }, [closesAfterMs])

  return (
    <Dialog
      title={title}
      text={text}
      onClose={() => onClose(undefined)}
      actions={actions.map(({ label, value, variant }, index) => (
        <Button
          key={value}
          variant={variant ?? (index === 0 ? 'primary' : 'secondary')}
          onClick={() => onClose(value)}
        >
          {label}
        </Button>
      ))}
    >
      {content}
    </Dialog>
  )
}
