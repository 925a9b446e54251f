import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'

interface Props {
  title: string
  /** The request that the dialog sends. Its error is shown. */
  request: { error: Error | null; isPending: boolean }
  /** The button that sends the request. */
  action: string
  onClose: () => void
}

interface NameDialogProps extends Props {
  name: string
  maxLength: number
  /** More fields below the name. */
  children?: ReactNode
  onSave: (name: string) => void
}

/** Changes the name of something. */
export function NameDialog({
  title,
  request,
  action,
  name,
  maxLength,
  children,
  onSave,
  onClose,
}: NameDialogProps) {
  const { register, handleSubmit } = useForm({ defaultValues: { name } })
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={handleSubmit((values) => onSave(values.name))}
        className="grid gap-4"
      >
        <Field
          label="Name"
          maxLength={maxLength}
          autoFocus
          autoComplete="off"
          {...register('name')}
        />
        {children}
        {request.error && <ErrorText>{request.error.message}</ErrorText>}
        <Button type="submit" busy={request.isPending}>
          {action}
        </Button>
      </form>
    </Dialog>
  )
}

interface ConfirmDialogProps extends Props {
  text: string
  onConfirm: () => void
}

/** Asks before something is taken away. */
export function ConfirmDialog({
  title,
  text,
  request,
  action,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} text={text} onClose={onClose}>
      {request.error && <ErrorText>{request.error.message}</ErrorText>}
      <div className="mt-3 flex flex-wrap gap-2 first:mt-0">
        <Button variant="danger" busy={request.isPending} onClick={onConfirm}>
          {action}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Dialog>
  )
}
