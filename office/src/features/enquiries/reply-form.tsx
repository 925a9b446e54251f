import type { Enquiry } from '@marquee/contract/office/enquiries/enquiries'
import { replyToEnquiry } from '@marquee/contract/office/enquiries/enquiries'
import { fillTemplate } from '@marquee/contract/office/enquiries/reply-templates'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { SelectField, TextField } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { type FormEvent, useRef, useState } from 'react'
import { useCurrentDevice } from '#lib/device.queries.ts'
import { useReply, useReplyTemplates } from './enquiries.queries.ts'

/** Writes an answer, from a template or freely, and sends it by mail. */
export function ReplyForm({ enquiry: { _id, name, answers } }: { enquiry: Enquiry }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const reply = useReply(_id, () => setText(''))
  // How many answers there were when the writing began. After a refusal: as many as are shown.
  const [readAnswers, setReadAnswers] = useState<number>()

  const write = (next: string) => {
    if (text === '') setReadAnswers(answers.length)
    setText(next)
    setProblem(undefined)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const { error, data } = replyToEnquiry.body.safeParse({
      text,
      answers: readAnswers ?? answers.length,
    })
    setProblem(error?.issues[0]?.message)
    if (!data) return area.current?.focus()
    reply.mutate(data, { onError: () => setReadAnswers(undefined) })
  }

  return (
    <form onSubmit={send} noValidate aria-label="Answer" className="grid gap-3">
      <TemplateField
        name={name}
        onChoose={(filled) => {
          write(filled)
          area.current?.focus()
        }}
      />
      <TextField
        ref={area}
        label={answers.length === 0 ? 'Your answer' : 'Another answer'}
        rows={6}
        value={text}
        error={problem}
        hint="Goes to the visitor by email."
        onChange={({ target }) => write(target.value)}
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
        if (template) onChoose(fillTemplate(template.text, values))
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
