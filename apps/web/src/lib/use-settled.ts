import { useEffect, useState } from 'react'

const SETTLED_MS = 3_000

/**
 * True a while after the page has loaded: for parts that nobody misses at first, so that they don't delay the others.
 */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  return settled
}
