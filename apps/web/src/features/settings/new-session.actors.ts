import { whileSessionChanges } from '../../lib/session-change.ts'
import type { AppServices } from '../../parts/services.tsx'

/**
 * Runs a call that ends every session of the user and begins a new one here. The old session's token is invalid
 * afterwards, so this tab continues with a token of the new one.
 */
export function withNewSession<Result>(
  { token }: Pick<AppServices, 'token'>,
  call: () => Promise<Result>,
): Promise<Result> {
  return whileSessionChanges(async () => {
    const answer = await call()
    // If the renewal fails, the next call is refused once and renews the token.
    await token
      .get()
      .then((held) => token.renew(held))
      .catch(() => undefined)
    return answer
  })
}
