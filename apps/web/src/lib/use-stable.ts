import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * The same function for as long as its part stands, which does what the one that was drawn last does. What is handed on so
 * draws nothing again by itself. It is for what a hand does later, and not to be called while drawing.
 */
export function useStable<Args extends readonly unknown[], Answer>(
  act: (...args: Args) => Answer,
): (...args: Args) => Answer {
  const latest = useRef(act)
  useInsertionEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
