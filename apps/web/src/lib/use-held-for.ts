import { useEffect, useState } from 'react'

/** True once `held` has been true for at least `ms` without a break. */
export function useHeldFor(held: boolean, ms: number): boolean {
  const [reached, setReached] = useState(false)
  useEffect(() => {
    if (!held) return
    const timer = setTimeout(() => setReached(true), ms)
    return () => {
      clearTimeout(timer)
      setReached(false)
    }
  }, [held, ms])
  return held && reached
}
