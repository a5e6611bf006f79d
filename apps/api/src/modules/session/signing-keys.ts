/**
 * better-auth encrypts its token signing keys with AUTH_SECRET. After a change of AUTH_SECRET it would retry the newest
 * key for ever and issue no token. This check drops keys that it cannot decrypt, so that it makes a new one.
 */
import { symmetricDecrypt } from 'better-auth/crypto'
import type { Auth, AuthServices } from './auth.ts'
import { deleteSigningKeys, listSigningKeys, type SigningKey } from './signing-keys.store.ts'

type Secret = Parameters<typeof symmetricDecrypt>[0]['key']

/** Runs once, before the first use; a failed check runs again. */
export function createKeyCheck(
  auth: Auth,
  { database, log }: Pick<AuthServices, 'database' | 'log'>,
): () => Promise<void> {
  let checked: Promise<void> | undefined

  async function check() {
    const { secretConfig } = await auth.$context
    const dropped = await database.system(async (tx) => {
      const foreign = await unreadable(await listSigningKeys(tx), secretConfig)
      await deleteSigningKeys(tx, foreign)
      return foreign.length
    })
    if (dropped > 0) log.warn({ dropped }, 'dropped signing keys that were encrypted with another AUTH_SECRET')
  }

  return () => {
    checked ??= check().catch((error: unknown) => {
      checked = undefined
      throw error
    })
    return checked
  }
}

async function unreadable(keys: readonly SigningKey[], secret: Secret): Promise<string[]> {
  const isReadable = await Promise.all(keys.map(({ privateKey }) => canRead(privateKey, secret)))
  return keys.filter((_key, index) => !isReadable[index]).map(({ id }) => id)
}

async function canRead(privateKey: string, secret: Secret): Promise<boolean> {
  try {
    await symmetricDecrypt({ key: secret, data: JSON.parse(privateKey) })
    return true
  } catch {
    return false
  }
}
