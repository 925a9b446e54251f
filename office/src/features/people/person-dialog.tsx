import { Scope } from '@marquee/contract/office/office-endpoint'
import { type Person, Pin } from '@marquee/contract/office/people'
import { fieldErrors } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useForm } from 'react-hook-form'
import { SCOPE_TEXTS } from '#lib/access.ts'
import { useAddPerson, useChangePerson } from './people.queries.ts'

interface Props {
  /** Undefined: a new person. */
  person?: Person | undefined
  /** The first person is a manager. */
  isFirst: boolean
  onClose: () => void
}

/** Adds a person, or changes the name, scopes or PIN of one. */
export function PersonDialog({ person, isFirst, onClose }: Props) {
  const add = useAddPerson(onClose)
  const change = useChangePerson(person ?? { _id: '' }, onClose)
  const { isPending, error } = person ? change : add
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      name: person?.name ?? '',
      scopes: person?.scopes ?? (isFirst ? ['manager' as Scope] : ['counter' as Scope]),
      pin: '',
    },
  })
  const errors = fieldErrors(error)
  const submit = handleSubmit(({ name, scopes, pin }) => {
    if (!person) add.mutate({ name, scopes, pin })
    else change.mutate({ name, scopes, ...(pin && { pin }) })
  })
  const checkPin = (pin: string) =>
    (pin === '' && person !== undefined) || Pin.safeParse(pin).success || 'A PIN has 4 to 8 digits.'
  return (
    <Dialog title={person ? `Change ${person.name}` : 'Add a person'} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label="Name"
          maxLength={60}
          autoFocus
          autoComplete="off"
          error={errors.name}
          {...register('name')}
        />
        <fieldset>
          <legend className="field-label mb-1">What this person may do</legend>
          {Scope.options.map((scope) => (
            <label key={scope} className="checkbox">
              <input type="checkbox" value={scope} {...register('scopes')} />
              {SCOPE_TEXTS[scope]}
            </label>
          ))}
        </fieldset>
        <Field
          label={person ? 'New PIN, if it changes' : 'PIN'}
          inputMode="numeric"
          maxLength={8}
          autoComplete="off"
          hint="4 to 8 digits. The person enters it at each device."
          error={formState.errors.pin?.message ?? errors.pin}
          {...register('pin', { validate: checkPin })}
        />
        {isFirst && !person && (
          <p className="text-sm text-ash">
            From the first person on, devices of managers, the counter and reports ask for a PIN.
          </p>
        )}
        {error && Object.keys(errors).length === 0 && <ErrorText>{error.message}</ErrorText>}
        <Button type="submit" busy={isPending}>
          {person ? 'Save' : 'Add'}
        </Button>
      </form>
    </Dialog>
  )
}
