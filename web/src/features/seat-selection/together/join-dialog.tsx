import { FriendName, ShareToken } from '@marquee/contract/seats/shared-selections'
import type { RefusalCode } from '@marquee/contract/socket'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { joinSelection } from './together-requests.ts'

const MAX_NAME_LENGTH = 30
const DEFAULT_NAME = 'A friend'
const TEXT =
  'Choose your seats beside theirs. You share one countdown and up to ten seats. You can pay for your own.'
const LINK_ENDED =
  'The selection of this link has ended. Ask your friend for a new link, or choose seats for yourself.'

/** After these refusals the same link may work at another attempt. */
const RETRYABLE: RefusalCode[] = ['UNAVAILABLE', 'RATE', 'INVALID']

interface Props {
  showtimeId: string
  token: string
  /** Called when the link is of no more use to this page. */
  onEnd: () => void
}

/** Asks a visitor who has opened the link of a friend for a name, and joins the friend's selection. */
export function JoinDialog({ showtimeId, token, onEnd }: Props) {
  const client = useQueryClient()
  const formId = useId()
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { name: '' },
  })
  const [refusal, setRefusal] = useState<string>(
    ShareToken.safeParse(token).success ? '' : LINK_ENDED,
  )
  const { mutateAsync: join, isPending } = useMutation({
    mutationFn: (as: string) => joinSelection(client, showtimeId, { token, name: as }),
  })

  const submit = handleSubmit(async ({ name }) => {
    const parsed = FriendName.safeParse(name.trim() || DEFAULT_NAME)
    if (!parsed.success) return setError('name', { message: 'Please enter a shorter name.' })
    const ack = await join(parsed.data)
    if (ack.ok) {
      notify(`You're choosing together as ${parsed.data}.`)
      return onEnd()
    }
    if (RETRYABLE.includes(ack.code)) setError('name', { message: ack.message })
    else setRefusal(ack.code === 'NOT_FOUND' ? LINK_ENDED : ack.message)
  })

  if (refusal) {
    return (
      <Dialog
        title="You Cannot Join"
        text={refusal}
        onClose={onEnd}
        actions={<Button onClick={onEnd}>OK</Button>}
      />
    )
  }
  return (
    <Dialog
      title="Choose with Your Friend"
      text={TEXT}
      onClose={onEnd}
      actions={
        <>
          <Button type="submit" form={formId} busy={isPending}>
            Join
          </Button>
          <Button variant="secondary" onClick={onEnd}>
            Not Now
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="mt-5">
        <Field
          label="Your name"
          hint={`Your friends see it on your seats. Without one, you are “${DEFAULT_NAME}”.`}
          autoComplete="given-name"
          maxLength={MAX_NAME_LENGTH}
          autoFocus
          error={formState.errors.name?.message}
          {...register('name')}
        />
      </form>
    </Dialog>
  )
}
