import type { Config } from '../../../config/config.ts'
import { Refusal } from '../../../http/refusal.ts'

type Settings = Pick<Config, 'identityProvider'>

/** Whether passwords of our own open anything here. */
export function takesPasswords({ identityProvider }: Settings): boolean {
  return identityProvider?.passwords ?? true
}

/** [T7] Passwords from before stay in the store, and open nothing. The same for everybody, before anything is looked at. */
export function assertPasswordsTaken(config: Settings): void {
  if (!takesPasswords(config))
    throw new Refusal('not_allowed', 'Nobody signs in by a password here. Sign in by the identity provider.')
}
