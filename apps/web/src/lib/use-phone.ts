import { useSyncExternalStore } from 'react'

/** Below this width one pane shows at a time; the styles use the same breakpoint. */
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
