/** Locks the patients of rows that may be written, and all that shows them, in the order that all transactions use. */
import { foldName } from '@foyer/contracts/fold.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import type { ConversationState } from '../../conversations/conversations.rules.ts'
import { claimSenders, listConversationsShowing, lockConversationsShowing } from '../../conversations/conversations.ts'
import type { WantedRow } from '../../import-target.ts'
import { type FoundPatient, lockPatients } from '../../patients/patients.ts'
import { everyoneOf, type FoundPatients, type PatientsOfRow } from './found-patients.ts'
import { isAsStored, keysOf, storedOf } from './patient-values.rules.ts'

export interface RowLocks {
  /** Two imports that bring one new record run one after the other, so that the second finds it. */
  readonly keys: ReadonlySet<string>
  /** The numbers that patients get or lose, or that are opted out. */
  readonly numbers: ReadonlySet<string>
  readonly patientIds: ReadonlySet<string>
}

export interface LockedRows<Of> {
  /** The stored side, as it is under the locks. */
  readonly found: Of
  readonly conversations: readonly ConversationState[]
}

interface Locking<Of> {
  find(): Promise<Of>
  locksOf(found: Of): RowLocks
}

/**
 * Takes the locks that the rows need as they are found. If what is found under them needs others, because another transaction ended
 * meanwhile, the savepoint releases them, and all are taken in their order.
 */
export async function lockRows<Of>(
  tx: Tx,
  organizationId: string,
  { find, locksOf }: Locking<Of>,
): Promise<LockedRows<Of>> {
  let locks = locksOf(await find())
  for (;;) {
    const patientIds = [...locks.patientIds].sort()
    const showing = { organizationId, patientIds, numbers: [...locks.numbers] }
    // Sent together; the store takes the locks in this order and reads under them.
    const [, , , conversations, , linked, found] = await Promise.all([
      sql`savepoint lock_rows`.execute(tx),
      claimKeys(tx, organizationId, [...locks.keys]),
      claimSenders(tx, organizationId, showing.numbers),
      lockConversationsShowing(tx, showing),
      patientIds.length === 0 ? undefined : lockPatients(tx, organizationId, patientIds),
      listConversationsShowing(tx, showing),
      find(),
    ])
    const needed = locksOf(found)
    const known = new Set(conversations.map(({ id }) => id))
    if (isWithin(needed, locks) && linked.every((id) => known.has(id))) return { found, conversations }
    await sql`rollback to savepoint lock_rows`.execute(tx)
    locks = needed
  }
}

/** The locks of rows about patients. A row that says what is stored needs none. */
export function patientLocks(rows: readonly WantedRow[], found: FoundPatients): RowLocks {
  const locks = { keys: new Set<string>(), numbers: new Set<string>(), patientIds: new Set<string>() }
  for (const [place, row] of rows.entries()) {
    const patients = found.ofRows[place]
    if (patients === undefined || isSettled(row, patients, found)) continue
    for (const key of keysOf(row.values, foldName)) locks.keys.add(key)
    const everyone = everyoneOf(patients)
    for (const { id } of everyone) locks.patientIds.add(id)
    if (!movesNumber(row, everyone) && row.values.textEnable !== false) continue
    const { phoneNumber } = row.values
    if (typeof phoneNumber === 'string') locks.numbers.add(phoneNumber)
    for (const { phoneNumber: held } of everyone) if (held !== null) locks.numbers.add(held)
  }
  return locks
}

function isSettled({ values, decision }: WantedRow, patients: PatientsOfRow, { consents }: FoundPatients): boolean {
  const [patient, another] = everyoneOf(patients)
  if (patient === undefined || another !== undefined || decision !== null) return false
  if (!isAsStored(values, storedOf(patient).values)) return false
  const { phoneNumber } = patient
  return values.textEnable !== false || phoneNumber === null || consents.get(phoneNumber)?.wish === 'opted_out'
}

function movesNumber({ values: { phoneNumber } }: WantedRow, everyone: readonly FoundPatient[]): boolean {
  const [patient, another] = everyone
  return phoneNumber !== undefined && (another !== undefined || patient?.phoneNumber !== phoneNumber)
}

/** Serializes the transactions that claim one of these keys, until this one ends. */
async function claimKeys(tx: Tx, organizationId: string, keys: readonly string[]): Promise<void> {
  const names = keys.map((key) => JSON.stringify(['imported', organizationId, key])).sort()
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(tx)
}

function isWithin(needed: RowLocks, held: RowLocks): boolean {
  return (
    needed.keys.isSubsetOf(held.keys) &&
    needed.numbers.isSubsetOf(held.numbers) &&
    needed.patientIds.isSubsetOf(held.patientIds)
  )
}
