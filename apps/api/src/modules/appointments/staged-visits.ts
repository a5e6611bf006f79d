/**
 * Books and confirms visits within the step of a conversation, such as a chatbot's: the caller holds the lock of its own
 * conversation, appends the changes before it, and shows the other conversations again.
 */
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { ChangeSet } from '../../events/append.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import { lockConversationsOfPatients } from '../conversations/conversations.ts'
import { lockPatients } from '../patients/patients.ts'
import { lockForChange, stageAppointments } from './appointment-change.ts'
import { confirm } from './appointments.rules.ts'
import { type Booking, newVisit, stageNewVisit } from './booking/book-visit.ts'

interface StagedVisit {
  readonly changes: readonly ChangeSet[]
  /** The locked conversations that show the patient's visits. */
  readonly shownBy: readonly ConversationState[]
}

async function lockShown(tx: Tx, organizationId: string, patientId: string): Promise<ConversationState[]> {
  const [shownBy] = await Promise.all([
    lockConversationsOfPatients(tx, organizationId, [patientId]),
    lockPatients(tx, organizationId, [patientId]),
  ])
  return shownBy
}

/** `taken`: another visit of the doctor got the time. `refused`: the patient or the doctor takes no visit. */
export async function stageBooking(
  tx: Tx,
  parts: Pick<Services, 'newId'>,
  booking: Booking,
): Promise<StagedVisit | 'taken' | 'refused'> {
  const { organizationId, patientId } = booking
  await sql`savepoint stage_booking`.execute(tx)
  try {
    const made = await newVisit(tx, parts, booking)
    const shownBy = await lockShown(tx, organizationId, patientId)
    const { changes } = await stageNewVisit(tx, booking, made)
    return { changes, shownBy }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint stage_booking`.execute(tx)
    return error.reason === 'slot_taken' ? 'taken' : 'refused'
  }
}

interface Confirming {
  readonly organizationId: string
  readonly patientId: string
  readonly appointmentId: string
  readonly now: Date
}

/** Confirms in the patient's name. Null if the visit is not open any more; without changes if it is confirmed already. */
export async function stageConfirmation(
  tx: Tx,
  { organizationId, patientId, appointmentId, now }: Confirming,
): Promise<StagedVisit | null> {
  const shownBy = await lockShown(tx, organizationId, patientId)
  const locked = await lockForChange(tx, organizationId, [appointmentId], [patientId])
  const before = locked.appointments.get(appointmentId)
  const after = before && confirm(before, 'patient', now)
  if (before === undefined || after === undefined || typeof after === 'string') return null
  if (after === before) return { changes: [], shownBy: [] }
  const { changes } = await stageAppointments(tx, { organizationId, by: null, now }, locked, [{ before, after }])
  return { changes, shownBy }
}
