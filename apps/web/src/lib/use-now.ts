import { useEffect, useState } from 'react'

const TICK_MS = 20_000

/** Returns the time, updated often enough for clocks that show minutes. */
export function useNow(clock: { now(): Date }): Date {
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [clock])
  return now
}
