import { useState } from 'react'

export interface Sending {
  busy: boolean
  /** What the last try threw, until another one begins. */
  error: unknown
  /** Whether it went well. */
  send: (work: () => Promise<unknown>) => Promise<boolean>
  forget: () => void
}

/** One thing after the other: what is under way is not begun twice. */
export function useSending(): Sending {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function send(work: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setError(null)
    try {
      await work()
      return true
    } catch (thrown) {
      setError(thrown)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, send, forget: () => setError(null) }
}
