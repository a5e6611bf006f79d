import { useRef } from 'react'
import { mayPass } from '../../api/retry.rules.ts'

/** Another try of the same body after a lost answer has the same key, so that no patient gets two texts. */
export function useIdempotencyKeys() {
  const keys = useRef(new Map<string, string>())
  return async <Answer>(body: object, act: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
    const about = JSON.stringify(body)
    const key = keys.current.get(about) ?? crypto.randomUUID()
    keys.current.set(about, key)
    try {
      const answer = await act(key)
      keys.current.delete(about)
      return answer
    } catch (error) {
      if (!mayPass(error)) keys.current.delete(about)
      throw error
    }
  }
}
