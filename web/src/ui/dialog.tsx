import { useReturnFocus } from '@marquee/ui-kit/lib/use-return-focus.ts'
import * as Radix from 'radix-ui/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { CornerFrame } from './corner-frame.tsx'
import { Ornament } from './ornament.tsx'

interface DialogProps {
  title: string
  text?: ReactNode
  /** Content besides the text. */
  children?: ReactNode
  /** The buttons, the primary one first. */
  actions: ReactNode
  /** What has the focus first, instead of the first action that does no harm. */
  firstFocus?: RefObject<HTMLElement | null>
  /** The id of what gets the focus on closing, if the previous element is gone. */
  fallbackFocusId?: string
  /** Called on Escape and on a press outside the dialog. */
  onClose: () => void
}

const HARMLESS_ACTION = 'a, button:enabled:not([data-variant=danger])'

/** A modal dialog that is open while it is rendered. When it closes, the focus returns to the previous element. */
export function Dialog({
  title,
  text,
  children,
  actions,
  firstFocus,
  fallbackFocusId,
  onClose,
}: DialogProps) {
  const returnFocus = useReturnFocus(fallbackFocusId)
  const actionsRef = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  /** An action has the focus, also below other controls, but never one that deletes or ends something. A long dialog is still read from its top. */
  const focusAction = (event: Event) => {
    event.preventDefault()
    const action =
      firstFocus?.current ?? actionsRef.current?.querySelector<HTMLElement>(HARMLESS_ACTION)
    const target = action ?? panel.current
    target?.focus({ preventScroll: true })
  }

  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-overlay fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-ink/80 p-4 backdrop-blur-sm">
          <Radix.Content
            ref={panel}
            onOpenAutoFocus={focusAction}
            onCloseAutoFocus={returnFocus}
            {...(text ? {} : { 'aria-describedby': undefined })}
            className="dialog-panel panel relative w-full max-w-lg p-6 pt-8 sm:p-10"
          >
            <CornerFrame />
            <Radix.Title className="display text-center text-2xl">{title}</Radix.Title>
            <Ornament className="mx-auto mt-3 w-40" />
            {text && (
              <Radix.Description className="mt-5 text-center whitespace-pre-line text-ash">
                {text}
              </Radix.Description>
            )}
            {children}
            <div ref={actionsRef} className="mt-7 flex flex-wrap justify-center gap-3">
              {actions}
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
