/**
 * Updates conversations when a fact that they show belongs to another module: the patient's name and record number, the
 * next visit. Code that changes such a fact does it through `refresh`. A change of consent adds the number's other
 * conversations to its own change (`alsoShown`), and a member's new name reaches screens by `staff.changed`.
 */
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, CHANGES_MAX, type Change, type ChangeSet, type LogPosition } from '../../events/append.ts'
import { findOwners, lockPatients } from '../patients/patients.ts'
import { stageConversationEvents } from './conversation-events.ts'
import { type ConversationState, describePatient } from './conversations.rules.ts'
import { listConversationsOfPatients, lockConversationsOfPatients } from './conversations.store.ts'

/** The most patients of one transaction. */
export const PATIENTS_MAX = 100
/** With one entry of the caller per patient, the events of a chunk fit into one `appendEvents`. */
const CONVERSATIONS_MAX = CHANGES_MAX - PATIENTS_MAX

interface About {
  readonly organizationId: string
  readonly patientIds: readonly string[]
  readonly now: Date
  /** The change leaves the patients' names and record numbers as they are, such as a change of their visits. */
  readonly keepsNames?: boolean
}

/** The caller's own entries for the log; null if nothing changed after all, so that no conversation does. */
type Entries = readonly (Change | ChangeSet)[] | null

/**
 * Runs `change`, which changes these patients or what belongs to them and returns its own entries for the log. In the
 * same transaction each conversation of the patients gets a new version and a `conversation.changed` event. The
 * conversations and the patients are locked before `change` runs and the head after it, in the order that all
 * transactions use: `change` must not append events itself.
 */
export async function refresh(
  tx: Tx,
  { organizationId, patientIds, now, keepsNames = false }: About,
  change: () => Promise<Entries>,
): Promise<LogPosition> {
  const about = { organizationId, patientIds: [...new Set(patientIds)], now, keepsNames }
  if (about.patientIds.length > PATIENTS_MAX)
    throw new Error(`At most ${PATIENTS_MAX} patients at once: use refreshInChunks.`)
  return changeLocked(tx, about, await lockShown(tx, about), change)
}

/**
 * Does the same for any number of patients, in transactions of at most 100 patients and 400 conversations, so that none
 * holds the organization's head for long. `change` gets the patients of its transaction. A failure leaves the earlier
 * transactions committed.
 */
export function refreshInChunks(
  database: Pick<Database, 'write'>,
  about: About,
  change: (tx: Tx, patientIds: readonly string[]) => Promise<Entries>,
): Promise<void> {
  return inChunks(database, about, async (tx, chunk, own) => {
    await changeLocked(tx, { ...about, patientIds: chunk }, own, () => change(tx, chunk))
  })
}

/**
 * Changes what conversations show of any number of patients, in the same transactions and under the same locks, without an
 * event for each conversation. The caller appends `patients.reloaded` after the last, of which screens read them again.
 */
export function changeUntold(
  database: Pick<Database, 'write'>,
  about: About,
  change: (tx: Tx, patientIds: readonly string[]) => Promise<void>,
): Promise<void> {
  return inChunks(database, about, change)
}

async function inChunks(
  database: Pick<Database, 'write'>,
  { organizationId, patientIds, now }: About,
  work: (tx: Tx, patientIds: readonly string[], locked: readonly ConversationState[]) => Promise<void>,
): Promise<void> {
  let rest = [...new Set(patientIds)]
  while (rest.length > 0) {
    const about = { organizationId, patientIds: rest.slice(0, PATIENTS_MAX), now }
    const done = await database.write(organizationId, async (tx) => {
      const locked = await lockShown(tx, about)
      const chunk = fitting(about.patientIds, locked)
      const own = locked.filter(({ patientId }) => patientId !== null && chunk.includes(patientId))
      await work(tx, chunk, own)
      return chunk.length
    })
    rest = rest.slice(done)
  }
}

/** The first patients whose conversations fit into one transaction; at least one patient. */
function fitting(patientIds: readonly string[], locked: readonly ConversationState[]): readonly string[] {
  const counts = Map.groupBy(locked, ({ patientId }) => patientId)
  let sum = 0
  const end = patientIds.findIndex((id) => {
    sum += counts.get(id)?.length ?? 0
    return sum > CONVERSATIONS_MAX
  })
  return end < 0 ? patientIds : patientIds.slice(0, Math.max(1, end))
}

/**
 * Locks the patients' conversations and then the patients. A conversation that another transaction linked meanwhile
 * would be locked after the patients and perhaps after conversations with a greater id, which can deadlock. In that
 * case the savepoint releases all these locks, and they are taken again in their order.
 */
async function lockShown(tx: Tx, { organizationId, patientIds }: About): Promise<ConversationState[]> {
  if (patientIds.length === 0) return []
  for (;;) {
    // Sent together; the store executes them in this order.
    const [, locked, , linked] = await Promise.all([
      sql`savepoint lock_shown`.execute(tx),
      lockConversationsOfPatients(tx, organizationId, patientIds),
      lockPatients(tx, organizationId, patientIds),
      listConversationsOfPatients(tx, organizationId, patientIds),
    ])
    const known = new Set(locked.map(({ id }) => id))
    if (linked.every((id) => known.has(id))) return locked
    await sql`rollback to savepoint lock_shown`.execute(tx)
  }
}

async function changeLocked(
  tx: Tx,
  { organizationId, patientIds, now, keepsNames = false }: About,
  locked: readonly ConversationState[],
  change: () => Promise<Entries>,
): Promise<LogPosition> {
  const entries = await change()
  if (entries === null) return appendEvents(tx, { organizationId, at: now }, [])
  const owners = locked.length > 0 && !keepsNames ? await findOwners(tx, organizationId, patientIds) : new Map()
  const described = (before: ConversationState) => {
    const owner = before.patientId === null ? undefined : owners.get(before.patientId)
    return owner ? describePatient(before, owner) : before
  }
  const happened = locked.map((before) => ({ before, after: described(before), by: null, now }))
  const log = { organizationId, at: now }
  const count = entries.reduce((sum, entry) => sum + ('recordAll' in entry ? entry.moved.length : 1), 0)
  // Another name may also change a row of the wallboard.
  const most = keepsNames ? CHANGES_MAX : CHANGES_MAX / 2
  const fits = Math.max(0, Math.floor((most * (CHANGES_MAX - count)) / CHANGES_MAX))
  const first = stageConversationEvents(tx, happened.slice(0, fits))
  let position = await appendEvents(tx, log, [...entries, ...first.changes])
  // Only one patient with very many conversations, or a caller with many patients in one transaction, gets here.
  for (let start = fits; start < happened.length; start += most) {
    const { changes } = stageConversationEvents(tx, happened.slice(start, start + most))
    position = await appendEvents(tx, log, changes)
  }
  return position
}
