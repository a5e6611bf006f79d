import { useEffect, useState } from 'react'
import { every } from '../../lib/clock.ts'

const SECOND_MS = 1000

/** The time, a new one each second while the page is seen. */
export function useSecond(clock: { now(): Date }): Date {
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => every(SECOND_MS, () => !document.hidden && setNow(clock.now())), [clock])
  return now
}
