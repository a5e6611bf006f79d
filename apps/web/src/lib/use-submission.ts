import { useRef, useState } from 'react'

/** What a form sends. The key is the same for every try of the same values. */
export type Send<Values> = (values: Values, idempotencyKey: string) => Promise<unknown>

export interface Submission<Values> {
  readonly busy: boolean
  /** The last try went well. A page that is left by it stays busy meanwhile. */
  readonly done: boolean
  /** What the last try threw, until another one begins or something is typed. */
  readonly error: unknown
  /** Whether it went well; false too while a try is under way. */
  readonly submit: (values: Values) => Promise<boolean>
  readonly forget: () => void
}

/**
 * Sends one thing after the other. Tried again after a lost answer, the same values carry the same key, so that the server
 * does nothing twice; changed values carry another one.
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
