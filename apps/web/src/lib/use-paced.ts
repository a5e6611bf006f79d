import { useEffect, useState } from 'react'

/** The value, but changing at most once in this time: the first change after a quiet spell at once, then the newest. */
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
