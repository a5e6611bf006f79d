import { useEffect, useState } from 'react'

/**
 * Calls `then` once the current render is painted; returns a function that cancels it. A hidden tab waits until it is
 * visible.
 */
export function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // The callback runs before its frame is painted, and the timeout runs after it.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** False until the first paint: for parts that must not delay the main content of a screen. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return painted
}
