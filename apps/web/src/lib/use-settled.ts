import { useEffect, useState } from 'react'

const SETTLED_MS = 3_000

/** True once the page has stood for a while: for what nobody misses at first, so that it delays nothing that they do. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  return settled
}
