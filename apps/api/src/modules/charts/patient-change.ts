/**
 * Changes patients' records: writes them, tells of them and of the conversations that show them. No other code writes a
 * patient's row.
 */
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type ChangeSet, causedBesides, type LogPosition } from '../../events/append.ts'
import { notFound } from '../../http/refusal.ts'
import { tellOfVisits } from '../appointments/appointments.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import { claimSenders, lockConversationsOfPatients, PATIENTS_MAX, refresh } from '../conversations/conversations.ts'
import { differing, type PatientEdit, type PatientState } from '../patients/patient-fields.rules.ts'
import {
  editPatient,
  insertPatient,
  listPatientsOfNumbers,
  lockPatients,
  type NewPatient,
  readPatientRecords,
  readPatientStates,
  stagePatientEvents,
} from '../patients/patients.ts'

type StagedPatients = ReturnType<typeof stagePatientEvents>

interface About {
  readonly organizationId: string
  readonly patientIds: readonly string[]
  /** The number that the patients get, if it changes: those who share the old or the new one show how many they are. */
  readonly phoneNumber?: string | null | undefined
  readonly now: Date
}

interface Changed {
  /** In the order of the ids that were asked for. */
  readonly records: readonly PatientRecord[]
  readonly position: LogPosition
}

/**
 * Locks the patients and their conversations and applies a rule to each of them. The rule returns the fields to save, of
 * which those that are as stored change nothing; it may throw a refusal. 404 if one of the patients is absent.
 */
export async function changePatients(
  tx: Tx,
  { organizationId, patientIds, phoneNumber, now }: About,
  rule: (before: PatientState) => PatientEdit | Promise<PatientEdit>,
): Promise<Changed> {
  const sharing = phoneNumber === undefined ? [] : await claimSharing(tx, { organizationId, patientIds, phoneNumber })
  let staged: StagedPatients | undefined
  const position = await refresh(tx, { organizationId, patientIds: [...patientIds, ...sharing], now }, async () => {
    const states = await readPatientStates(tx, organizationId, patientIds)
    if (states.length < new Set(patientIds).size) throw notFound()
    const edits = await Promise.all(states.map(async (state) => ({ state, edit: differing(state, await rule(state)) })))
    const changed = edits.filter(({ edit }) => Object.keys(edit).length > 0)
    if (changed.length === 0) return null
    for (const { state, edit } of changed) editPatient(tx, organizationId, state, edit)
    const moved = changed.filter(({ edit }) => edit.phoneNumber !== undefined).map(({ state }) => state.id)
    const told = [...changed.map(({ state }) => state.id), ...(moved.length > 0 ? sharing : [])]
    staged = stagePatientEvents(tx, { organizationId, patientIds: told, now })
    // Visits show the conversation of the number and what is unread in it.
    const visits = moved.length > 0 ? await tellOfVisits(tx, { organizationId, patientIds: moved, now }) : []
    return [...staged.changes, ...visits]
  })
  const told = new Map(staged?.records().map((record) => [record._id, record]))
  const missing = patientIds.filter((id) => !told.has(id))
  const unchanged = await readPatientRecords(tx, { organizationId, ids: missing, now })
  const all = new Map([...told, ...unchanged.map((record) => [record._id, record] as const)])
  return { records: patientIds.flatMap((id) => all.get(id) ?? []), position }
}

/**
 * Stages an edit of a patient within the step of a conversation, such as a chatbot's: the caller holds the lock of its own
 * conversation, appends the changes before it and shows the other conversations again. Null if there is no such patient.
 */
export async function stagePatientEdit(
  tx: Tx,
  {
    organizationId,
    patientId,
    now,
  }: { readonly organizationId: string; readonly patientId: string; readonly now: Date },
  edit: PatientEdit,
): Promise<{ readonly changes: readonly ChangeSet[]; readonly shownBy: readonly ConversationState[] } | null> {
  // Sent together; the store takes the locks in this order.
  const [shownBy, , [state]] = await Promise.all([
    lockConversationsOfPatients(tx, organizationId, [patientId]),
    lockPatients(tx, organizationId, [patientId]),
    readPatientStates(tx, organizationId, [patientId]),
  ])
  if (state === undefined) return null
  const changed = differing(state, edit)
  if (Object.keys(changed).length === 0) return { changes: [], shownBy: [] }
  editPatient(tx, organizationId, state, changed)
  return { changes: stagePatientEvents(tx, { organizationId, patientIds: [patientId], now }).changes, shownBy }
}

/**
 * Serializes this change with all others of the numbers, so that none of two patients who get one number at once misses the
 * other. Returns who else shares them, as many as one transaction takes. Another change of a patient may have ended while
 * this one waited: then the savepoint releases the numbers, and they are claimed with the present one in their order.
 */
async function claimSharing(
  tx: Tx,
  { organizationId, patientIds, phoneNumber }: Required<Omit<About, 'now'>>,
): Promise<string[]> {
  const numbersOf = (states: readonly PatientState[]) =>
    [phoneNumber, ...states.map(({ fields }) => fields.phoneNumber)].filter((one) => one != null)
  let numbers = numbersOf(await readPatientStates(tx, organizationId, patientIds))
  for (;;) {
    // Sent together; the store takes the locks before it reads again.
    const [, , states, ids] = await Promise.all([
      sql`savepoint claim_sharing`.execute(tx),
      claimSenders(tx, organizationId, numbers),
      readPatientStates(tx, organizationId, patientIds),
      listPatientsOfNumbers(tx, organizationId, numbers),
    ])
    const present = numbersOf(states)
    if (present.every((number) => numbers.includes(number)))
      return ids.filter((id) => !patientIds.includes(id)).slice(0, PATIENTS_MAX - patientIds.length)
    await sql`rollback to savepoint claim_sharing`.execute(tx)
    numbers = present
  }
}

/** Serializes the patients of a number. Call it before conversations are locked. */
export async function claimNumber(
  tx: Tx,
  organizationId: string,
  phoneNumber: string | null | undefined,
): Promise<void> {
  if (phoneNumber) await claimSenders(tx, organizationId, [phoneNumber])
}

/**
 * Adds a patient. The caller has claimed the number and locked the conversation that is linked to the patient, if any.
 * Returns the events of the patient and of those with the same number, to be appended last.
 */
export async function addPatient(tx: Tx, patient: NewPatient, now: Date): Promise<StagedPatients> {
  const { organizationId, id, phoneNumber } = patient
  const sharing = phoneNumber ? await listPatientsOfNumbers(tx, organizationId, [phoneNumber]) : []
  if (sharing.length > 0) await lockPatients(tx, organizationId, sharing)
  insertPatient(tx, patient)
  const staged = stagePatientEvents(tx, { organizationId, patientIds: [id, ...sharing], now })
  const about = { subject: { kind: 'patient', id }, patientId: id } as const
  const causes = causedBesides([{ kind: 'patientImported', ...about, data: { source: 'records' } }])
  return { ...staged, changes: [...staged.changes, ...causes] }
}

/** Adds a patient as the last step of its transaction. */
export async function addPatientAlone(
  tx: Tx,
  patient: NewPatient,
  now: Date,
): Promise<{ record: PatientRecord; position: LogPosition }> {
  const { organizationId, id } = patient
  await claimNumber(tx, organizationId, patient.phoneNumber)
  const staged = await addPatient(tx, patient, now)
  const position = await appendEvents(tx, { organizationId, at: now }, staged.changes)
  const record = staged.records().find(({ _id }) => _id === id)
  if (!record) throw new Error('A patient that was added is missing.')
  return { record, position }
}
