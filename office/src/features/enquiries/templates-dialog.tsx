import {
  PLACEHOLDERS,
  putReplyTemplate,
  type ReplyTemplate,
} from '@marquee/contract/office/enquiries/reply-templates'
import { createIdempotencyKey } from '@marquee/ui-kit/lib/idempotency-key.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Field, TextField } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { type FormEvent, useState } from 'react'
import { useRemoveTemplate, useReplyTemplates, useSaveTemplate } from './enquiries.queries.ts'

const HINT = `May have ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}.`

/** The prepared answers: add, change, remove. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const { data: templates = [] } = useReplyTemplates()
  const [edited, setEdited] = useState<ReplyTemplate>()
  return (
    <Dialog
      title={edited ? 'Template' : 'Templates'}
      text={edited ? undefined : 'Prepared answers to frequent questions.'}
      onClose={onClose}
    >
      {edited ? (
        <TemplateForm key={edited._id} template={edited} onDone={() => setEdited(undefined)} />
      ) : (
        <div className="grid gap-3">
          <ul className="divide-y divide-rule">
            {templates.map((template) => (
              <li key={template._id}>
                <button
                  type="button"
                  className="block min-h-11 w-full py-2 text-start hover:bg-ash/10"
                  onClick={() => setEdited(template)}
                >
                  <span className="block font-semibold">{template.title}</span>
                  <span className="line-clamp-1 text-sm text-ash">{template.text}</span>
                </button>
              </li>
            ))}
          </ul>
          <Button
            className="justify-self-start"
            onClick={() => setEdited({ _id: createIdempotencyKey(), title: '', text: '' })}
          >
            Add a template
          </Button>
        </div>
      )}
    </Dialog>
  )
}

interface FormProps {
  template: ReplyTemplate
  onDone: () => void
}

function TemplateForm({ template, onDone }: FormProps) {
  const [{ title, text }, setTexts] = useState(template)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useSaveTemplate(onDone)
  const remove = useRemoveTemplate(onDone)
  const isNew = template.title === ''
  const change = (changes: Partial<ReplyTemplate>) => {
    setTexts((last) => ({ ...last, ...changes }))
    setErrors({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { error, data } = putReplyTemplate.body.safeParse({ title, text })
    setErrors(
      Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message])),
    )
    if (data) save.mutate({ _id: template._id, ...data })
  }
  const error = save.error ?? remove.error
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <Field
        label="Name"
        autoFocus
        autoComplete="off"
        value={title}
        error={errors.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextField
        label="Text"
        rows={6}
        value={text}
        error={errors.text}
        hint={HINT}
        onChange={({ target }) => change({ text: target.value })}
      />
      {error && <ErrorText>{error.message}</ErrorText>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Back
        </Button>
        {!isNew && (
          <Button
            variant="danger"
            className="ms-auto"
            busy={remove.isPending}
            onClick={() => remove.mutate(template._id)}
          >
            Remove
          </Button>
        )}
      </div>
    </form>
  )
}
