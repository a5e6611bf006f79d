import { useRef, useState } from 'react'

/** Sends a form. The key is the same for every try of the same values. */
export type Send<Values> = (values: Values, idempotencyKey: string) => Promise<unknown>

export interface Submission<Values> {
  readonly busy: boolean
  /** The last try succeeded. A page that is about to leave stays busy meanwhile. */
  readonly done: boolean
  /** The last try's error, until another try begins or the user types. */
  readonly error: unknown
  /** Resolves to whether it succeeded; false too if another try is under way. */
  readonly submit: (values: Values) => Promise<boolean>
  readonly forget: () => void
}

/**
 * Sends one submission at a time. After a lost answer the same values are sent with the same key, so that the server
 * does nothing twice; changed values get a new key.
 */
export function useSubmission<Values>(send: Send<Values>): Submission<Values> {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const [error, setError] = useState<unknown>(null)
  const running = useRef(false)
  const attempt = useRef({ sent: '', key: '' })

  async function submit(values: Values): Promise<boolean> {
    if (running.current) return false
    running.current = true
    const sent = JSON.stringify(values)
    if (attempt.current.sent !== sent) attempt.current = { sent, key: crypto.randomUUID() }
    setState('busy')
    setError(null)
    try {
      await send(values, attempt.current.key)
      attempt.current = { sent: '', key: '' }
      setState('done')
      return true
    } catch (thrown) {
      setError(thrown)
      setState('idle')
      return false
    } finally {
      running.current = false
    }
  }

  return { busy: state === 'busy', done: state === 'done', error, submit, forget: () => setError(null) }
}
