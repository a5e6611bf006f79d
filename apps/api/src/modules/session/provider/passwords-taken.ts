import type { Config } from '../../../config/config.ts'
import { Refusal } from '../../../http/refusal.ts'

type Settings = Pick<Config, 'identityProvider'>

/** Whether Foyer accepts passwords of its own. */
export function takesPasswords({ identityProvider }: Settings): boolean {
  return identityProvider?.passwords ?? true
}

/** [T7] Old passwords stay in the store and open nothing. Checked first, and alike for everybody. */
export function assertPasswordsTaken(config: Settings): void {
  if (!takesPasswords(config))
    throw new Refusal('not_allowed', 'Nobody signs in by a password here. Sign in by the identity provider.')
}
