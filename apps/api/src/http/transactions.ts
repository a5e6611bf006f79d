/**
 * The transactions of one call. The first one that writes contains the audit row and, for an idempotent call, the key and
 * the reply.
 */
import type { Bulkhead } from '../db/bulkhead.ts'
import type { Lane, Turn } from '../db/database.ts'
import type { Tx } from '../db/tx.ts'
import type { Services } from '../services.ts'
import { type AuditEntry, isAudited, type SaveRead, sendOwnAudit } from './audit.ts'
import { findKept, type KeyOwner, keepReply, takeKey } from './idempotency.store.ts'
import type { Presence } from './presence.ts'
import { Refusal } from './refusal.ts'

interface Given {
  readonly parts: Services
  /** Limits the transactions in the system scope. */
  readonly above: Bulkhead
  readonly entry: AuditEntry
  /** Checked by each transaction. */
  readonly presence: Pick<Presence, 'entry' | 'checkIn' | 'noteUse'>
  readonly saveRead: SaveRead
  readonly key: string | undefined
  /** Computed for a call with a key only. */
  readonly fingerprint: () => string
  /** Converts a handler's result into the reply. */
  readonly toReply: (result: unknown) => unknown
}

export function createTransactions({ parts, above, entry, presence, saveRead, key, fingerprint, toReply }: Given) {
  const { database } = parts
  const { organizationId, caller, call } = entry
  const lane = call.access === 'visitor' ? 'visitor' : 'staff'
  let audited = !isAudited(call.access)
  let written: { readonly result: unknown } | undefined

  async function withAudit<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (!audited) sendOwnAudit(tx, entry)
    return work(tx)
  }

  async function auditRead() {
    if (audited) return
    await saveRead(entry)
    audited = true
  }

  /** Checks the caller together with the work's first statements. What the work says of somebody who may not do it is dropped. */
  async function alongCheck<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
    const [checked, worked] = await Promise.allSettled([presence.checkIn(tx), work(tx)])
    if (checked.status === 'rejected') throw checked.reason
    if (worked.status === 'rejected') throw worked.reason
    return worked.value
  }

  function assertOrganization() {
    if (!organizationId) throw new Error(`${call.method} ${call.path} names no organization to read or write in.`)
  }

  async function change<T>(
    run: (within: (tx: Tx) => Promise<T>) => Promise<T>,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    assertOrganization()
    if (call.idempotent && written) throw new Error('An idempotent call writes once.')
    const owner = key !== undefined && caller ? { organizationId, userId: caller.userId, key } : undefined
    const result = await run((tx) =>
      withAudit(tx, () => (owner ? once(tx, { owner, fingerprint, toReply }, work) : work(tx))),
    )
    audited = true
    written = { result }
    return result
  }

  return {
    audit: auditRead,

    async read<T>(work: (tx: Tx) => Promise<T>, lane?: Lane | Turn): Promise<T> {
      assertOrganization()
      const result = await database.read(organizationId, work, lane, presence.entry(organizationId))
      await presence.noteUse()
      // A call that may still write stores its row together with its change.
      if (call.method === 'GET') await auditRead()
      return result
    },

    write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      return change((within) => database.write(organizationId, within, lane, presence.entry(organizationId)), work)
    },

    writeSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      const checked = (within: (tx: Tx) => Promise<T>) => database.system((tx) => alongCheck(tx, within))
      return change((within) => above.run(organizationId, () => checked(within)), work)
    },

    async writeAccount<T>(work: (tx: Tx) => Promise<T | Refusal>): Promise<T> {
      const outcome = await database.system(async (tx) => {
        const outcome = await alongCheck(tx, work)
        if (!audited && !(outcome instanceof Refusal)) sendOwnAudit(tx, entry)
        return outcome
      })
      // The caller of the handler records the refusal in a transaction of its own.
      if (outcome instanceof Refusal) throw outcome
      audited = true
      return outcome
    },

    /** Runs after the handler: a call without a transaction still gets its audit row. */
    async finish(result: unknown): Promise<void> {
      if (call.idempotent && written?.result !== result)
        throw new Error(`${call.method} ${call.path} must return the result of its write.`)
      if (!audited) await auditRead()
    },
  }
}

interface Once extends Pick<Given, 'fingerprint' | 'toReply'> {
  readonly owner: KeyOwner
}

/** Effect, key and reply are one transaction: a crash leaves all of them or none. */
async function once<T>(tx: Tx, { owner, fingerprint, toReply }: Once, work: (tx: Tx) => Promise<T>): Promise<T> {
  // Sent together, and the store executes them in this order.
  const [isTaken, kept] = await Promise.all([takeKey(tx, owner), findKept(tx, owner)])
  if (!isTaken) throw new Refusal('in_progress', 'The same request is still in work.', { retryAfterS: 1 })
  const asked = fingerprint()
  if (kept && kept.fingerprint !== asked)
    throw new Refusal('key_reused', 'This Idempotency-Key was used for another request.')
  if (kept) return kept.reply as T
  const result = await work(tx)
  keepReply(tx, owner, { fingerprint: asked, reply: toReply(result) })
  return result
}
