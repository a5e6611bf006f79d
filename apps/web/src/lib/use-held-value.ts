import { useEffect, useState } from 'react'

/** Returns the value once it has not changed for `ms`; an empty text at once. */
export function useHeldValue(value: string, ms: number): string {
  const [held, setHeld] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setHeld(value), value === '' ? 0 : ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return held
}
