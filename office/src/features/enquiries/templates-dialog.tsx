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
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { validateBy } from '#lib/validate-by.ts'
import { useRemoveTemplate, useReplyTemplates, useSaveTemplate } from './reply-templates.queries.ts'

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

const { title: titleSchema, text: textSchema } = putReplyTemplate.body.shape

function TemplateForm({ template, onDone }: FormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: template })
  const { errors } = formState
  const save = useSaveTemplate(onDone)
  const remove = useRemoveTemplate(onDone)
  const isNew = template.title === ''
  const error = save.error ?? remove.error
  return (
    <form
      onSubmit={handleSubmit((values) => save.mutate(values))}
      noValidate
      className="grid gap-3"
    >
      <Field
        label="Name"
        autoFocus
        autoComplete="off"
        error={errors.title?.message}
        {...register('title', { validate: validateBy(titleSchema) })}
      />
      <TextField
        label="Text"
        rows={6}
        error={errors.text?.message}
        hint={HINT}
        {...register('text', { validate: validateBy(textSchema) })}
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
