/** Computes and checks seals. The fields and their order must never change, because old seals are checked with the same code. */
import { createHash } from 'node:crypto'

/** A row of the audit as stored: texts are unchanged and times are in microseconds. */
export interface AuditRow {
  readonly id: number
  readonly organizationId: string
  readonly atMicros: string
  readonly userId: string | null
  readonly sessionId: string | null
  readonly call: string
  /** JSON with its keys in the order of the store. */
  readonly subject: string
  readonly outcome: string
  readonly requestId: string
}

export interface SealedRow extends AuditRow {
  readonly position: number
}

export interface Seal {
  readonly organizationId: string
  readonly fromPosition: number
  readonly toPosition: number
  readonly rowCount: number
  readonly previousHash: string
  readonly hash: string
  readonly sealedAtMicros: string
}

/** The previous hash of the first seal of a chain. */
const NO_HASH = ''

function hashOf(seal: Omit<Seal, 'hash'>, rows: readonly SealedRow[]): string {
  const digest = createHash('sha256')
  const { organizationId, fromPosition, toPosition, rowCount, previousHash, sealedAtMicros } = seal
  digest.update(JSON.stringify([organizationId, fromPosition, toPosition, rowCount, previousHash, sealedAtMicros]))
  for (const row of rows) {
    const who = [row.userId, row.sessionId]
    const what = [row.call, row.subject, row.outcome, row.requestId]
    digest.update('\n').update(JSON.stringify([row.position, row.id, row.organizationId, row.atMicros, who, what]))
  }
  return digest.digest('hex')
}

/** Seals rows that have no seal, as the next seal of their chain. */
export function sealRows(
  rows: readonly [AuditRow, ...AuditRow[]],
  { previous, sealedAtMicros }: { previous: Seal | undefined; sealedAtMicros: string },
): { seal: Seal; sealed: SealedRow[] } {
  const fromPosition = (previous?.toPosition ?? 0) + 1
  const sealed = rows.map((row, index) => ({ ...row, position: fromPosition + index }))
  const seal = {
    organizationId: rows[0].organizationId,
    fromPosition,
    toPosition: fromPosition + rows.length - 1,
    rowCount: rows.length,
    previousHash: previous?.hash ?? NO_HASH,
    sealedAtMicros,
  }
  return { seal: { ...seal, hash: hashOf(seal, sealed) }, sealed }
}

export interface ChainEnd {
  readonly position: number
  readonly hash: string
}

export const CHAIN_START: ChainEnd = { position: 0, hash: NO_HASH }

/** Checks one seal against its rows and the seal before it. Returns the fault in one sentence, or null. */
export function faultOf(before: ChainEnd, seal: Seal, rows: readonly SealedRow[]): string | null {
  const { fromPosition: from, toPosition: to } = seal
  if (from !== before.position + 1)
    return `the seals of the positions ${before.position + 1} to ${from - 1} are missing`
  if (seal.previousHash !== before.hash)
    return `the seal of the positions ${from} to ${to} does not follow the one before it`
  const found = new Set(rows.map(({ position }) => position))
  for (let position = from; position <= to; position++)
    if (!found.has(position)) return `the row at position ${position} is missing`
  if (rows.length !== seal.rowCount || hashOf(seal, rows) !== seal.hash)
    return `the rows at the positions ${from} to ${to} are not what was sealed`
  return null
}
