/**
 * The way of bytes into the storage, before the transaction of the message that they belong to: announced, stored, and then
 * either claimed by that transaction or taken away again. Whatever breaks in between, the sweeper knows of them.
 */
import { open } from 'node:fs/promises'
import type { Lane } from '../../db/database.ts'
import type { Tx } from '../../db/tx.ts'
import type { ReadyFile } from '../../files/examine.ts'
import { storingFailure } from '../../files/storing-failure.rules.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Parts } from '../../parts.ts'
import type { KeptFile } from './attachments.store.ts'
import { announceUploads, claimUploads, forgetUploads, giveUpUploads } from './uploads.store.ts'

type KeepParts = Pick<Parts, 'database' | 'files' | 'newId' | 'log'>

export interface StoredBytes {
  readonly kept: readonly KeptFile[]
  /** In the transaction that keeps them; throws where they were given up meanwhile. */
  claim(tx: Tx): Promise<void>
  /** No message has them. */
  discard(): Promise<void>
}

export async function storeBytes(
  parts: KeepParts,
  { organizationId, lane = 'staff' }: { organizationId: string; lane?: Lane },
  files: readonly ReadyFile[],
): Promise<StoredBytes> {
  const { database, newId } = parts
  const stored = files.map((file) => ({ ...file, id: newId() }))
  const kept = stored.map(({ id, name, contentType, size }) => ({ id, name, contentType, size }))
  const ids = kept.map(({ id }) => id)
  const discard = () => discardBytes(parts, { organizationId, ids, lane })
  if (ids.length > 0) await database.write(organizationId, (tx) => announceUploads(tx, organizationId, ids), lane)
  try {
    for (const file of stored) await storeOne(parts.files, file)
  } catch (error) {
    await discard()
    throw storingFailure(error)
  }
  return {
    kept,
    async claim(tx) {
      if (!(await claimUploads(tx, organizationId, ids)))
        throw new Refusal('unavailable', 'Storing the files took too long. Nothing was sent.', { retryAfterS: 1 })
    },
    discard,
  }
}

async function storeOne(files: Parts['files'], { id, path, size }: ReadyFile & { id: string }): Promise<void> {
  // A stream that opens its file itself may break before anybody listens to it, and that ends the process.
  const bytes = (await open(path)).createReadStream()
  try {
    await files.put(id, bytes, size)
  } finally {
    bytes.destroy()
  }
}

/**
 * Only what is still announced: a commit may have gone through and its answer have been lost, and then a message has the
 * bytes. What can't be taken away now stays announced, and is swept.
 */
async function discardBytes(
  { database, files, log }: KeepParts,
  { organizationId, ids, lane }: { organizationId: string; ids: readonly string[]; lane: Lane },
): Promise<void> {
  if (ids.length === 0) return
  try {
    const left = await database.write(organizationId, (tx) => giveUpUploads(tx, organizationId, ids), lane)
    if (left.length === 0) return
    for (const id of left) await files.delete(id)
    await database.write(organizationId, (tx) => forgetUploads(tx, organizationId, left), lane)
  } catch (error) {
    log.warn({ err: error }, 'bytes that nobody has are left to the sweeper')
  }
}
