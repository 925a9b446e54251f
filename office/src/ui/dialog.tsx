import { useReturnFocus } from '@marquee/ui-kit/lib/use-return-focus.ts'
import X from 'lucide-react/icons/x'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'

interface Props {
  title: string
  text?: ReactNode
  children?: ReactNode
  /** A request is in progress: the dialog stays open until its answer. */
  isBusy?: boolean
  onClose: () => void
}

/** A modal dialog that is open while it is rendered. When it closes, the focus returns to the previous element. */
export function Dialog({ title, text, children, isBusy = false, onClose }: Props) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open onOpenChange={(open) => open || isBusy || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-print/50 p-4">
          <Radix.Content
            onCloseAutoFocus={returnFocus}
            {...(text ? {} : { 'aria-describedby': undefined })}
            className="panel w-full max-w-lg p-5 shadow-raised sm:p-6"
          >
            <div className="flex items-start justify-between gap-4">
              <Radix.Title className="text-lg">{title}</Radix.Title>
              <Radix.Close
                aria-label="Close"
                disabled={isBusy}
                className="-m-2 grid size-11 shrink-0 place-items-center rounded hover:bg-ash/15 disabled:cursor-not-allowed disabled:opacity-50"
              >
                <X aria-hidden="true" className="size-5" />
              </Radix.Close>
            </div>
            {text && <Radix.Description className="mt-1 text-ash">{text}</Radix.Description>}
            <div className="mt-4">{children}</div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
