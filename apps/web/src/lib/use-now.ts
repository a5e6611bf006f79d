import { useEffect, useState } from 'react'
import { every } from './clock.ts'

const TICK_MS = 20_000

/** Returns the time, updated often enough for clocks that show minutes. */
export function useNow(clock: { now(): Date }): Date {
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => every(TICK_MS, () => setNow(clock.now())), [clock])
  return now
}
