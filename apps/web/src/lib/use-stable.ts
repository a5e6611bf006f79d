import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * Returns a function that never changes and always calls the latest `act`, so that passing it on causes no rerender.
 * Call it in event handlers only, not while rendering.
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
