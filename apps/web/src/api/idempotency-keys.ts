import { mayPass } from './retry.rules.ts'

/** Another try of the same act after a lost answer has the same key, so that the server does nothing twice. */
export function keysFor<Of>(newId: () => string) {
  const keys = new Map<Of, string>()
  return async <Answer>(of: Of, act: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
    const key = keys.get(of) ?? newId()
    keys.set(of, key)
    try {
      const answer = await act(key)
      keys.delete(of)
      return answer
    } catch (error) {
      if (!mayPass(error)) keys.delete(of)
      throw error
    }
  }
}
