/**
 * Stores bytes before the transaction of their message, or of another row that has them: announces them, stores them, and then either that transaction
 * claims them or they are deleted. After any failure in between, the sweep finds the announcement.
 */
import { open } from 'node:fs/promises'
import type { Lane } from '../../db/database.ts'
import type { Tx } from '../../db/tx.ts'
import type { ReadyFile } from '../../files/examine.ts'
import { storingFailure } from '../../files/storing-failure.rules.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import type { KeptFile } from './attachments.store.ts'
import { announceUploads, claimUploads, forgetUploads, giveUpUploads } from './uploads.store.ts'

type KeepServices = Pick<Services, 'database' | 'files' | 'newId' | 'log'>

export interface StoredBytes {
  readonly kept: readonly KeptFile[]
  /** Call it in the transaction of the message; throws if the sweep took the bytes meanwhile. */
  claim(tx: Tx): Promise<void>
  /** Deletes bytes that no message claimed. */
  discard(): Promise<void>
}

type ClaimableBytes = Pick<StoredBytes, 'kept' | 'claim'>

/** `use` writes once. Bytes that it doesn't claim are deleted after it, also those of a repeated request. */
export async function withStoredBytes<Reply>(
  parts: KeepServices,
  { organizationId }: { readonly organizationId: string },
  files: readonly ReadyFile[],
  use: (stored: ClaimableBytes) => Promise<Reply>,
): Promise<Reply> {
  const stored = await storeBytes(parts, { organizationId }, files)
  let claims = false
  let taken = false
  try {
    const reply = await use({
      kept: stored.kept,
      claim(tx) {
        claims = stored.kept.length > 0
        return stored.claim(tx)
      },
    })
    taken = claims
    return reply
  } finally {
    // Bytes that a row has claimed are never deleted, also when it could not be told here.
    if (!taken) await stored.discard()
  }
}

export async function storeBytes(
  parts: KeepServices,
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

async function storeOne(files: Services['files'], { id, path, size }: ReadyFile & { id: string }): Promise<void> {
  // A stream that opens its own file may emit `error` before a listener is attached, which would end the process.
  const bytes = (await open(path)).createReadStream()
  try {
    await files.put(id, bytes, size)
  } finally {
    bytes.destroy()
  }
}

/**
 * Deletes only bytes that are still announced: if a commit succeeded and its answer was lost, the message has them.
 * Bytes that cannot be deleted now stay announced for the sweep.
 */
async function discardBytes(
  { database, files, log }: KeepServices,
  { organizationId, ids, lane }: { organizationId: string; ids: readonly string[]; lane: Lane },
): Promise<void> {
  if (ids.length === 0) return
  try {
    const left = await database.write(organizationId, (tx) => giveUpUploads(tx, organizationId, ids), lane)
    if (left.length === 0) return
    for (const id of left) await files.delete(id)
    await database.write(organizationId, (tx) => forgetUploads(tx, organizationId, left), lane)
  } catch (error) {
    log.warn({ err: error }, 'could not delete unused bytes; the sweep will')
  }
}
