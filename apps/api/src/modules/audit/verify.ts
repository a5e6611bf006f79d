/** Reads the whole audit and checks it against its seals. It changes nothing. */
import type { Database } from '../../db/database.ts'
import { CHAIN_START, type ChainEnd, faultOf } from './seal.rules.ts'
import {
  countBeyondSeals,
  findUnplaced,
  listChains,
  listGuards,
  readSealed,
  readSealsAfter,
  type Unplaced,
} from './seals.store.ts'

/** The seals of one transaction. Short transactions keep the verification from delaying other work. */
const SEALS_AT_ONCE = 20
/** The rows of the audit that one transaction compares with the positions. */
const ROWS_AT_ONCE = 20_000
/** The triggers of 028-audit-seals.sql and 066-audit-positions.breaking.sql. */
export const GUARDS = [
  ...['audit_log_joins', 'audit_log_numbered', 'audit_log_sealed', 'audit_log_stays', 'audit_log_whole'],
  ...['audit_positions_stay', 'audit_positions_whole', 'audit_seals_stay', 'audit_seals_whole'],
]

export interface Chain {
  /** The empty id is the chain of system scope. */
  readonly organizationId: string
  readonly seals: number
  readonly end: ChainEnd
}

export interface Verdict {
  readonly chains: readonly Chain[]
  /** One sentence per break, with the organization and the position. Empty if the audit is intact. */
  readonly breaks: readonly string[]
}

/** `anchors` are hashes of earlier chain ends that were kept outside the store. Each must still be the hash of a seal. */
export async function verifyAudit(database: Database, anchors: readonly string[] = []): Promise<Verdict> {
  const chains: Chain[] = []
  const breaks: string[] = []
  const unseen = new Set(anchors)
  const unplaced = await readUnplaced(database)
  const listed = await database.system(listChains)
  for (const organizationId of new Set([...listed, ...unplaced.map((rows) => rows.organizationId)])) {
    const label = organizationId === '' ? 'System scope' : `Organization ${organizationId}`
    let end = CHAIN_START
    let seals = 0
    for (;;) {
      const read = await readSeals(database, organizationId, end)
      breaks.push(...read.faults.map((fault) => `${label}: ${fault}.`))
      for (const hash of read.hashes) unseen.delete(hash)
      seals += read.hashes.length
      end = read.end
      if (read.hashes.length < SEALS_AT_ONCE) break
    }
    const beyond = await database.system((tx) => countBeyondSeals(tx, organizationId))
    const own = unplaced.filter((rows) => rows.organizationId === organizationId)
    const count = own.reduce((sum, { moved }) => sum + moved, beyond.count)
    const first = Math.min(...[beyond.first, ...own.map((rows) => rows.firstPosition)].map((at) => at ?? Infinity))
    if (count > 0) breaks.push(`${label}: ${count} rows from position ${first} on have lost their seals.`)
    const unsealed = own.reduce((sum, rows) => sum + rows.unsealed, 0)
    const firstId = own.find((rows) => rows.firstId !== null)?.firstId
    if (unsealed > 0) breaks.push(`${label}: ${unsealed} rows from id ${firstId} on have no position.`)
    if (seals > 0) chains.push({ organizationId, seals, end })
  }
  for (const anchor of unseen) breaks.push(`The anchor ${anchor} is in no chain: it or seals after it were removed.`)
  const guards = await database.system(listGuards)
  for (const guard of GUARDS)
    if (!guards.includes(guard)) breaks.push(`The trigger ${guard} is missing or switched off.`)
  return { chains, breaks }
}

/** Compares all rows with the positions, in short transactions. */
async function readUnplaced(database: Database): Promise<Unplaced[]> {
  const found: Unplaced[] = []
  let after: number | null = 0
  while (after !== null) {
    const from: number = after
    const { unplaced, end } = await database.system((tx) => findUnplaced(tx, { after: from, limit: ROWS_AT_ONCE }))
    found.push(...unplaced)
    after = end
  }
  return found
}

/** Checks the next seals of a chain with their rows in one transaction. */
async function readSeals(database: Database, organizationId: string, start: ChainEnd) {
  return database.system(async (tx) => {
    const seals = await readSealsAfter(tx, organizationId, start.position, SEALS_AT_ONCE)
    const faults: string[] = []
    let end = start
    for (const seal of seals) {
      const rows = await readSealed(tx, organizationId, { from: seal.fromPosition, to: seal.toPosition })
      const fault = faultOf(end, seal, rows)
      if (fault !== null) faults.push(fault)
      // The next seal is checked as if this one were intact, so that one break is reported once.
      end = { position: seal.toPosition, hash: seal.hash }
    }
    return { faults, end, hashes: seals.map(({ hash }) => hash) }
  })
}
