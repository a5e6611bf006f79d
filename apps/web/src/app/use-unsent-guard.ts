import { useEffect } from 'react'
import { useApp } from '../parts/parts.tsx'

/** Messages that wait live in this page alone: the browser asks before it is closed or loaded anew. */
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
