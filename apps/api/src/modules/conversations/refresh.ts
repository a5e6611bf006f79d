/**
 * Updates conversations when a fact that they show belongs to another module: the patient's name and record number, the
 * next visit. Code that changes such a fact does it through `refresh`. A change of consent adds the number's other
 * conversations to its own change (`alsoShown`), and a member's new name reaches screens by `staff.changed`.
 */
import type { Database } from '../../db/database.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type Change, type Place } from '../../events/append.ts'
import { findOwners } from '../patients/patients.ts'
import { stageConversationEvents } from './conversation-events.ts'
import { type ConversationState, describePatient } from './conversations.rules.ts'
import { lockConversationsOfPatients } from './conversations.store.ts'

/** A patient has few conversations, so the events of this many patients fit into one transaction's limit. */
const PATIENTS_MAX = 100

interface About {
  readonly organizationId: string
  readonly patientIds: readonly string[]
  readonly now: Date
}

/**
 * Runs `change`, which changes these patients or what belongs to them and returns its own entries for the log. In the
 * same transaction each conversation of the patients gets a new version and a `conversation.changed` event. The
 * conversations are locked before `change` runs and the head after it, in the order that all transactions use: `change`
 * must not append events itself.
 */
export async function refresh(
  tx: Tx,
  { organizationId, patientIds, now }: About,
  change: () => Promise<readonly Change[]>,
): Promise<Place> {
  if (patientIds.length > PATIENTS_MAX)
    throw new Error(`At most ${PATIENTS_MAX} patients at once: use refreshInChunks.`)
  const locked =
    patientIds.length > 0 ? await lockConversationsOfPatients(tx, organizationId, [...new Set(patientIds)]) : []
  const entries = await change()
  const owners = locked.length > 0 ? await findOwners(tx, organizationId, patientIds) : new Map()
  const described = (before: ConversationState) => {
    const owner = before.patientId === null ? undefined : owners.get(before.patientId)
    return owner ? describePatient(before, owner) : before
  }
  const { changes } = stageConversationEvents(
    tx,
    locked.map((before) => ({ before, after: described(before), by: null, now })),
  )
  return appendEvents(tx, { organizationId, at: now }, [...entries, ...changes])
}

/**
 * Does the same for any number of patients, one transaction per hundred, so that none holds the organization's head for
 * long. `change` gets the patients of its transaction. A failure leaves the earlier transactions committed.
 */
export async function refreshInChunks(
  database: Pick<Database, 'write'>,
  { organizationId, patientIds, now }: About,
  change: (tx: Tx, patientIds: readonly string[]) => Promise<readonly Change[]>,
): Promise<void> {
  for (let start = 0; start < patientIds.length; start += PATIENTS_MAX) {
    const chunk = patientIds.slice(start, start + PATIENTS_MAX)
    await database.write(organizationId, (tx) =>
      refresh(tx, { organizationId, patientIds: chunk, now }, () => change(tx, chunk)),
    )
  }
}
