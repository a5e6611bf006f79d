/** Writes the patients of an import under the locks of `row-locks.ts`. */
import { patientsReloaded } from '@foyer/contracts/patients/events.ts'
import type { Tx } from '../../../db/tx.ts'
import {
  appendEvents,
  CHANGES_MAX,
  type Change,
  type ChangeSet,
  causedBesides,
  newEvent,
  untoldVersion,
} from '../../../events/append.ts'
import type { NewCause } from '../../../events/causes.ts'
import { optOutByImport } from '../../consent/consent.ts'
import type { ConversationState } from '../../conversations/conversations.rules.ts'
import { stageDifferingItems } from '../../conversations/conversations.ts'
import type { ImportWork } from '../../import-target.ts'
import { editImported, type FoundPatient, insertImported } from '../../patients/patients.ts'
import type { PatientWrites } from './patient-writes.rules.ts'

export type Entries = (Change | ChangeSet)[]

/** The caller of an import appends entries of its own besides. */
const OF_CALLER_MAX = 50

interface Locked {
  readonly byId: ReadonlyMap<string, Pick<FoundPatient, 'version'>>
  readonly conversations: readonly ConversationState[]
  /** Sends what belongs to the patients, such as their visits, with this version. */
  readonly also?: (version: number) => Promise<unknown>
  /** The patients to whom that belongs. */
  readonly alsoChanged?: readonly string[]
}

/**
 * Writes patients, consents and what `also` sends. Returns the events of conversations whose list
 * items differ afterwards. No event tells of a patient: screens read again when the import ends.
 */
export async function writePatients(
  tx: Tx,
  work: ImportWork,
  { added, edits, optOuts }: PatientWrites,
  { byId, conversations, also = async () => undefined, alsoChanged = [] }: Locked,
): Promise<Entries> {
  const { organizationId, now: at, by } = work
  const changed = new Set([...edits.map(({ id }) => id), ...alsoChanged])
  const numbers = new Set(optOuts.map(({ number }) => number))
  const versions = edits.map(({ id }) => byId.get(id)?.version ?? 0)
  const version = await untoldVersion(
    tx,
    { organizationId, at },
    { versions, readAgain: readPatientsAgain(organizationId) },
  )
  const shown = conversations.filter(
    ({ patientId, phoneNumber }) => (patientId !== null && changed.has(patientId)) || numbers.has(phoneNumber),
  )
  const entries = await stageDifferingItems(tx, work, shown, async () => {
    insertImported(tx, { organizationId, version }, added)
    editImported(tx, { organizationId, version }, edits)
    optOutByImport(tx, { organizationId, at, by }, optOuts)
    await also(version)
    return new Set(optOuts.flatMap(({ number, was }) => (was === 'blocked' ? [] : number)))
  })
  return [...(await appendSurplus(tx, work, entries)), ...causedBesides(added.map(importedPatient))]
}

function importedPatient({ id }: PatientWrites['added'][number]): NewCause {
  return { kind: 'patientImported', subject: { kind: 'patient', id }, patientId: id, data: { source: 'upload' } }
}

export function readPatientsAgain(organizationId: string): Change {
  return { record: () => newEvent(patientsReloaded, { organizationId, cause: 'import' }) }
}

/** Appends the entries that would not fit into the transaction's last appending, and returns the others. */
async function appendSurplus(
  tx: Tx,
  { organizationId, now: at }: Pick<ImportWork, 'organizationId' | 'now'>,
  entries: Entries,
): Promise<Entries> {
  let rest = entries
  while (countOf(rest) > CHANGES_MAX - OF_CALLER_MAX) {
    let count = 0
    const end = rest.findIndex((entry) => {
      count += countOf([entry])
      return count > CHANGES_MAX
    })
    const first = rest.slice(0, end < 0 ? rest.length : Math.max(1, end))
    await appendEvents(tx, { organizationId, at }, first)
    rest = rest.slice(first.length)
  }
  return rest
}

function countOf(entries: readonly (Change | ChangeSet)[]): number {
  return entries.reduce((sum, entry) => sum + ('recordAll' in entry ? entry.moved.length : 1), 0)
}
