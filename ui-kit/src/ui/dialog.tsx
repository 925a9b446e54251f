import X from 'lucide-react/icons/x'
import * as Radix from 'radix-ui/dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { useReturnFocus } from './use-return-focus.ts'

export interface DialogProps {
  title: string
  text?: ReactNode
  /** Content below the text. */
  children?: ReactNode
  /** The buttons below the content, the primary one first. */
  actions?: ReactNode
  /** The id of what gets the focus on closing, if the previous element is gone. */
  fallbackFocusId?: string
  /** A request is in progress: the dialog stays open until its answer. */
  isBusy?: boolean
  /** Called on Escape, on a press outside the dialog, and by its close button. */
  onClose: () => void
}

interface FrameProps extends DialogProps {
  /** Without it, the dialog has a close button beside its title. */
  ornaments?: { corners: ReactNode; line: ReactNode }
}

const HARMLESS_ACTION = 'a, button:enabled:not([data-variant=danger])'

/** A modal dialog that is open while it is rendered. When it closes, the focus returns to the previous element. */
export function Dialog({
  title,
  text,
  children,
  actions,
  fallbackFocusId,
  isBusy = false,
  ornaments,
  onClose,
}: FrameProps) {
  const returnFocus = useReturnFocus(fallbackFocusId)
  const actionsRef = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  /**
   * An action has the focus, also below other controls, but never one that deletes or ends something. A long dialog is still read from
   * its top. Not called if an element of the dialog has `autoFocus`.
   */
  const focusAction = (event: Event) => {
    if (!actionsRef.current) return
    event.preventDefault()
    const action = actionsRef.current.querySelector<HTMLElement>(HARMLESS_ACTION)
    const target = action ?? panel.current
    target?.focus({ preventScroll: true })
  }

  return (
    <Radix.Root open onOpenChange={(open) => open || isBusy || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-overlay">
          <Radix.Content
            ref={panel}
            onOpenAutoFocus={focusAction}
            onCloseAutoFocus={returnFocus}
            {...(text ? {} : { 'aria-describedby': undefined })}
            className="dialog-panel"
          >
            {ornaments?.corners}
            <div className="dialog-head">
              <Radix.Title className="dialog-title">{title}</Radix.Title>
              {!ornaments && (
                <Radix.Close
                  aria-label="Close"
                  disabled={isBusy}
                  className="-m-2 grid size-11 shrink-0 place-items-center rounded hover:bg-ash/15 disabled:cursor-not-allowed disabled:opacity-50"
                >
                  <X aria-hidden="true" className="size-5" />
                </Radix.Close>
              )}
            </div>
            {ornaments?.line}
            {text && <Radix.Description className="dialog-text">{text}</Radix.Description>}
            <div className="dialog-body">
              <ErrorBoundary fallback={() => <DialogError onClose={onClose} />}>
                {children}
                {actions && (
                  <div ref={actionsRef} className="dialog-actions">
                    {actions}
                  </div>
                )}
              </ErrorBoundary>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

const DialogError = ({ onClose }: { onClose: () => void }) => (
  <div className="mt-4 grid justify-items-center gap-4">
    <p role="alert" className="text-danger">
      This could not be shown. Please close it and try again.
    </p>
    <Button variant="secondary" onClick={onClose}>
      Close
    </Button>
  </div>
)
