import { ApiError } from '@marquee/ui-kit/lib/api.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

/** Asks the server for a plan. A plan stays until the next one is there, so that planning again keeps what staff has typed below it. */
export function usePlan<Target, Plan>(fetchPlan: (target: Target) => Promise<Plan>) {
  const [plan, setPlan] = useState<Plan>()
  const { mutate, reset, isPending, error } = useMutation({ mutationFn: fetchPlan })
  const forgetPlan = () => setPlan(undefined)
  return {
    plan,
    isPending,
    error,
    // Callbacks of this call only: none of them runs after `forget`.
    request: (target: Target) => mutate(target, { onSuccess: setPlan, onError: forgetPlan }),
    forget: () => {
      reset()
      forgetPlan()
    },
  }
}

/** The plan has changed, or it has refunds that were not accepted. It must be made again. */
export const isPlanRefused = (error: Error) => error instanceof ApiError && error.code === 'CLOSED'
