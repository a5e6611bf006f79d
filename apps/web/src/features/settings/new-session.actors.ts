import { whileSessionChanges } from '../../lib/session-change.ts'
import type { AppParts } from '../../parts/parts.tsx'

/**
 * For a call that ends every session of the caller and begins a new one here. The token of the old one is worth nothing
 * after it: this tab goes on with one of the new.
 */
export function withNewSession<Result>(
  { token }: Pick<AppParts, 'token'>,
  call: () => Promise<Result>,
): Promise<Result> {
  return whileSessionChanges(async () => {
    const answer = await call()
    // Without an answer the next call is refused once, and then renews it.
    await token
      .get()
      .then((held) => token.renew(held))
      .catch(() => undefined)
    return answer
  })
}
