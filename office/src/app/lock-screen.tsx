import type { MethodAndPath } from '@marquee/contract/calls/endpoint'
import type { unlockDevice } from '@marquee/contract/office/people'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import Delete from 'lucide-react/icons/delete'
import { useState } from 'react'
import { deviceQuery } from '#lib/device.queries.ts'
import type { PairedDevice } from '#lib/stored-device.ts'
import { Page } from '#ui/page.tsx'
import { useShortcuts } from '#ui/use-shortcuts.ts'

// The contract itself would load zod.
const UNLOCK: MethodAndPath<typeof unlockDevice> = { method: 'POST', path: '/api/office/unlock' }

/** A person begins to work at this device. What another person has loaded is forgotten. */
const useUnlockDevice = () =>
  useMutation({
    mutationFn: (body: { personId: string; pin: string }) =>
      call<typeof unlockDevice>(UNLOCK, { body }),
    onSuccess: async () => {
      const [deviceKey] = deviceQuery.queryKey
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== deviceKey })
      await queryClient.fetchQuery({ ...deviceQuery, staleTime: 0 })
    },
  })

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const MIN_DIGITS = 4
const MAX_DIGITS = 8

/** A person chooses their name and enters their PIN, with the pad or the keyboard. */
export function LockScreen({ device: { brandName, device, people } }: { device: PairedDevice }) {
  const [personId, setPersonId] = useState(people.length === 1 ? people[0]?._id : undefined)
  const [pin, setPin] = useState('')
  const unlock = useUnlockDevice()
  const person = people.find(({ _id }) => _id === personId)

  const choose = (id: string | undefined) => {
    unlock.reset()
    setPersonId(id)
    setPin('')
  }
  const type = (digit: string) => {
    unlock.reset()
    setPin((typed) => (typed + digit).slice(0, MAX_DIGITS))
  }
  const erase = () => setPin((typed) => typed.slice(0, -1))
  const submit = () => {
    if (personId === undefined || pin.length < MIN_DIGITS || unlock.isPending) return
    unlock.mutate({ personId, pin }, { onError: () => setPin('') })
  }
  const digitKeys = [...DIGITS, '0'].map((digit) => [digit, () => type(digit)] as const)
  useShortcuts(
    {
      ...Object.fromEntries(digitKeys),
      backspace: erase,
      enter: submit,
      escape: () => choose(undefined),
    },
    person !== undefined,
  )

  return (
    <Page
      title="Locked"
      heading={
        <div>
          <h1 className="text-xl">{person ? `PIN of ${person.name}` : 'Who is working here?'}</h1>
          <p className="text-ash">
            {brandName}, {device.name}
          </p>
        </div>
      }
    >
      {person ? (
        <form
          className="mx-auto mt-[4svh] grid max-w-xs gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <p
            role="status"
            aria-label={`${pin.length} digits entered`}
            className="h-10 text-center text-3xl tracking-[0.4em]"
          >
            {'•'.repeat(pin.length)}
          </p>
          {unlock.error && <ErrorText>{unlock.error.message}</ErrorText>}
          <div className="grid grid-cols-3 gap-2">
            {DIGITS.map((digit) => (
              <PadKey key={digit} onClick={() => type(digit)}>
                {digit}
              </PadKey>
            ))}
            <span />
            <PadKey onClick={() => type('0')}>0</PadKey>
            <PadKey label="Delete the last digit" onClick={erase}>
              <Delete aria-hidden="true" className="mx-auto size-6" />
            </PadKey>
          </div>
          <Button type="submit" busy={unlock.isPending} disabled={pin.length < MIN_DIGITS}>
            Unlock
          </Button>
          {people.length > 1 && (
            <Button variant="quiet" onClick={() => choose(undefined)}>
              Another person
            </Button>
          )}
        </form>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
          {people.map(({ _id, name }) => (
            <li key={_id}>
              <button
                type="button"
                onClick={() => choose(_id)}
                className="panel min-h-20 w-full p-3 text-lg font-semibold break-words hover:bg-ash/10"
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

interface PadKeyProps {
  label?: string
  onClick: () => void
  children: React.ReactNode
}

const PadKey = ({ label, onClick, children }: PadKeyProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="panel min-h-16 text-2xl font-semibold hover:bg-ash/10"
  >
    {children}
  </button>
)
