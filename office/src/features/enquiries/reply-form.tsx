import type { CallInput } from '@marquee/contract/calls/endpoint'
import { type Enquiry, replyToEnquiry } from '@marquee/contract/office/enquiries/enquiries'
import { fillReplyTemplate } from '@marquee/contract/office/enquiries/reply-templates'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { SelectField, TextField } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useCurrentDevice } from '#lib/device.queries.ts'
import { refetchEnquiries } from '#lib/enquiries.queries.ts'
import { validateBy } from '#lib/validate-by.ts'
import { useReplyTemplates } from './reply-templates.queries.ts'

type Reply = CallInput<typeof replyToEnquiry>['body']

/** Answers an enquiry. A refusal shows the answer of the other device. */
const useReply = (enquiryId: string, onSent: () => void) =>
  useMutation({
    mutationFn: (body: Reply) => call(replyToEnquiry, { params: { enquiryId }, body }),
    onSuccess: ({ enquiry }) => {
      notify(`Your answer goes to ${enquiry.email}.`)
      onSent()
    },
    onSettled: refetchEnquiries,
  })

const validate = validateBy(replyToEnquiry.body.shape.text)

/** Writes an answer, from a template or freely, and sends it by mail. */
export function ReplyForm({ enquiry: { _id, name, answers } }: { enquiry: Enquiry }) {
  const { register, handleSubmit, reset, setValue, setFocus, formState } = useForm({
    defaultValues: { text: '' },
  })
  const reply = useReply(_id, reset)
  // How many answers there were when the writing began. After a refusal: as many as are shown.
  const [readAnswers, setReadAnswers] = useState<number>()
  const beginWriting = () => setReadAnswers((last) => last ?? answers.length)

  const send = handleSubmit(({ text }) =>
    reply.mutate(
      { text, answers: readAnswers ?? answers.length },
      { onSettled: () => setReadAnswers(undefined) },
    ),
  )
  return (
    <form onSubmit={send} noValidate aria-label="Answer" className="grid gap-3">
      <TemplateField
        name={name}
        onChoose={(text) => {
          beginWriting()
          setValue('text', text, { shouldValidate: formState.isSubmitted })
          setFocus('text')
        }}
      />
      <TextField
        label={answers.length === 0 ? 'Your answer' : 'Another answer'}
        rows={6}
        error={formState.errors.text?.message}
        hint="Goes to the visitor by email."
        {...register('text', { validate, onChange: beginWriting })}
      />
      {reply.error && <ErrorText>{reply.error.message}</ErrorText>}
      <Button type="submit" busy={reply.isPending} className="justify-self-start">
        Send answer
      </Button>
    </form>
  )
}

interface TemplateFieldProps {
  /** Of the visitor. */
  name: string | null
  /** Called with the filled text. */
  onChoose: (text: string) => void
}

/** Puts a prepared answer into the text, with what is known of the visitor and the cinema. */
function TemplateField({ name, onChoose }: TemplateFieldProps) {
  const { data: templates = [] } = useReplyTemplates()
  const { cinema } = useCurrentDevice()
  if (templates.length === 0) return null
  const values = { name, cinema: cinema.name, address: cinema.address, phone: cinema.phone }
  return (
    <SelectField
      label="Template"
      value=""
      onChange={({ target }) => {
        const template = templates.find(({ _id }) => _id === target.value)
        if (template) onChoose(fillReplyTemplate(template.text, values))
      }}
    >
      <option value="">Choose a prepared answer…</option>
      {templates.map(({ _id, title }) => (
        <option key={_id} value={_id}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}
