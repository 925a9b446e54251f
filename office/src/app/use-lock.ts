import { MINUTE_MS } from '@marquee/contract/time'
import { ApiError } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useEffect, useEffectEvent } from 'react'
import { refetchDevice, useCurrentDevice, useLockDevice } from '#lib/device.queries.ts'

const INPUTS = ['pointerdown', 'keydown', 'wheel'] as const

const isLocked = (error: unknown) => error instanceof ApiError && error.code === 'LOCKED'

/** Locks the device after some minutes without an input, and shows the lock screen when the server says that it is locked. */
export function useLock() {
  const { person, lockMinutes } = useCurrentDevice()
  const { mutate } = useLockDevice()
  const lock = useEffectEvent(() => mutate())
  const personId = person?._id

  useEffect(() => {
    if (personId === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => lock(), lockMinutes * MINUTE_MS)
    }
    restart()
    for (const input of INPUTS) window.addEventListener(input, restart, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const input of INPUTS) window.removeEventListener(input, restart)
    }
  }, [personId, lockMinutes])

  useEffect(() => {
    const onError = (error: unknown) => {
      if (isLocked(error)) refetchDevice()
    }
    const stops = [
      queryClient.getQueryCache().subscribe(({ query }) => onError(query.state.error)),
      queryClient.getMutationCache().subscribe(({ mutation }) => onError(mutation?.state.error)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}
