import { pairDevice } from '@marquee/contract/office/devices'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { homePath } from '#lib/access.ts'
import { deviceQuery } from '#lib/device.queries.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Page } from '#ui/page.tsx'

/** Pairs this browser with the code in the fragment of the link. The code works once, so it is not sent before a click. */
export function PairPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [code, setCode] = useState(decodeURIComponent(hash.slice(1)))
  const [name, setName] = useState('')
  const pair = useMutation({
    mutationFn: () => call(pairDevice, { body: { code, ...(name.trim() && { name }) } }),
    onSuccess: async ({ scope }) => {
      await queryClient.fetchQuery({ ...deviceQuery, staleTime: 0 })
      await navigate(homePath(scope), { replace: true })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pair.mutate()
  }

  return (
    <Page title="Pair this device" heading={<h1 className="sr-only">Pair this device</h1>}>
      <form
        onSubmit={submit}
        noValidate
        className="panel mx-auto mt-[10svh] grid max-w-md gap-4 p-6 shadow-raised"
      >
        <div>
          <p aria-hidden="true" className="text-xl font-semibold">
            Pair this device
          </p>
          <p className="mt-1 text-ash">
            This browser becomes a device of the office. It stays paired until a manager revokes it.
          </p>
        </div>
        <Field
          label="Pairing code"
          name="code"
          value={code}
          autoComplete="off"
          spellCheck={false}
          error={pair.error?.message}
          onChange={({ target }) => setCode(target.value)}
        />
        <Field
          label="Name of this device, optional"
          name="name"
          value={name}
          maxLength={60}
          autoComplete="off"
          placeholder="Front door"
          hint="Left empty: the name that the manager gave."
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" busy={pair.isPending} disabled={code.trim() === ''}>
          Pair device
        </Button>
      </form>
    </Page>
  )
}
