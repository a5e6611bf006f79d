import { useEffect } from 'react'
import { useApp } from '../parts/services.tsx'

/** Waiting messages live in this page only, so the browser asks before it is closed or reloaded. */
export function useUnsentGuard(): void {
  const { status } = useApp()
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (status.outbox.waiting > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [status])
}
