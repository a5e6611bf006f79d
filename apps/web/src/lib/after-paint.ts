import { useEffect, useState } from 'react'

/** Calls once what is drawn now is on the screen; answers how to give that up. In a hidden tab that is when it is shown. */
export function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // The frame is painted after the one, and the other fires after that.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** False at first: for what is beside the point of a screen, so that the point does not wait for it. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return painted
}
