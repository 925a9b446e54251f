import { useEffect } from 'react'

const LOCK = 'open-payment'

/** Tells all tabs of this browser that a payment is open, while the component is mounted. */
export function useOpenPayment() {
  useEffect(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    // Missing outside https, where there is no service worker either.
    void navigator.locks?.request(LOCK, { mode: 'shared' }, () => promise)
    return resolve
  }, [])
}

/** Runs `work` unless a payment is open in any tab. Returns false if one is. */
export const runWithoutOpenPayment = (work: () => void) =>
  navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
    if (lock) work()
    return lock !== null
  })
