import { useEffect, useState } from 'react'

const SETTLED_AFTER_MS = 250

/** What is typed, once the hand rests: not every letter is worth a question. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    if (typed === settled) return
    const timer = setTimeout(() => setSettled(typed), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, settled])
  return settled
}
