import { useState } from 'react'
import { keysFor } from '../../api/idempotency-keys.ts'

/** The keys of acts whose bodies say all about them: no patient gets two texts after a lost answer. */
export function useIdempotencyKeys() {
  const [withKey] = useState(() => keysFor<string>(() => crypto.randomUUID()))
  return <Answer>(body: object, act: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> =>
    withKey(JSON.stringify(body), act)
}
