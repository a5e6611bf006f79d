import { useSyncExternalStore } from 'react'

/** One pane at a time below this width, as the styles have it. */
const PHONE = '(width < 768px)'

export function usePhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(PHONE)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(PHONE).matches,
  )
}
