import { useEffect, useState } from 'react'

/** True when `condition` has been true for this many milliseconds without a break. */
export function useIsLasting(condition: boolean, milliseconds: number) {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setLasting(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [condition, milliseconds])
  return condition && isLasting
}
