import { useEffect, useState } from 'react'

/** Returns the value, but changes at most once per `ms`: the first change after a pause at once, then the newest. */
export function usePaced<Value>(value: Value, ms: number): Value {
  const [shown, setShown] = useState(value)
  const [resting, setResting] = useState(false)

  useEffect(() => {
    if (resting || value === shown) return
    setShown(value)
    setResting(true)
  }, [value, shown, resting])

  useEffect(() => {
    if (!resting) return
    const timer = setTimeout(() => setResting(false), ms)
    return () => clearTimeout(timer)
  }, [resting, ms])

  return shown
}
