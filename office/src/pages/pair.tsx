import { pairDevice } from '@marquee/contract/office/devices'
import type { Scope } from '@marquee/contract/office/office-endpoint'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { homePath } from '#lib/access.ts'
import { deviceQuery } from '#lib/device.queries.ts'
import { Page } from '#ui/page.tsx'

/** Pairs this browser. `onPaired` may navigate: the device is known then. */
const usePairDevice = (onPaired: (scope: Scope) => void | Promise<void>) =>
  useMutation({
    mutationFn: ({ code, name }: { code: string; name: string }) =>
      call(pairDevice, { body: { code, ...(name.trim() && { name }) } }),
    onSuccess: async ({ scope }) => {
      await queryClient.fetchQuery({ ...deviceQuery, staleTime: 0 })
      await onPaired(scope)
    },
  })

/** Pairs this browser with the code in the fragment of the link. The code works once, so it is not sent before a click. */
export function PairPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const { register, handleSubmit, watch } = useForm({
    defaultValues: { code: codeIn(hash), name: '' },
  })
  const pair = usePairDevice((scope) => navigate(homePath([scope]), { replace: true }))
  return (
    <Page title="Pair this device" heading={<h1 className="sr-only">Pair this device</h1>}>
      <form
        noValidate
        onSubmit={handleSubmit((device) => pair.mutate(device))}
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
          autoComplete="off"
          spellCheck={false}
          error={pair.error?.message}
          {...register('code')}
        />
        <Field
          label="Name of this device, optional"
          maxLength={60}
          autoComplete="off"
          placeholder="Front door"
          hint="Left empty: the name that the manager gave."
          {...register('name')}
        />
        <Button type="submit" busy={pair.isPending} disabled={watch('code').trim() === ''}>
          Pair device
        </Button>
      </form>
    </Page>
  )
}

/** The code of the link. A link that was cut off may not be decodable: its text is then shown as it is. */
function codeIn(hash: string) {
  const code = hash.slice(1)
  try {
    return decodeURIComponent(code)
  } catch {
    return code
  }
}
