import { useEffect } from 'react'

/** Keeps the screen on while the component is mounted. The browser ends the lock when the tab is hidden. */
export function useWakeLock() {
  useEffect(() => {
    let isMounted = true
    let lock: WakeLockSentinel | undefined

    const request = async () => {
      if (document.visibilityState !== 'visible') return
      // Missing outside https. Refused while the battery is low.
      const requested = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (!isMounted) await requested?.release()
      else if (requested) {
        // Two requests can overlap.
        void lock?.release()
        lock = requested
      }
    }
    void request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isMounted = false
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [])
}
