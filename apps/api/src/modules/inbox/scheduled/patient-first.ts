/** Who wrote ahead didn't know what the patient would say: when the patient writes first, nothing of it goes out. */
import type { Tx } from '../../../db/database.ts'
import type { Change } from '../../../events/append.ts'
import type { ConversationState } from '../conversations.rules.ts'
import { cancel, PATIENT_FIRST } from './scheduled.rules.ts'
import { listWaiting } from './scheduled.store.ts'
import { scheduledChange } from './scheduled-change.ts'

/** The entries that go into the log with the patient's message. The conversation is locked. */
export async function cancelForPatient(tx: Tx, conversation: ConversationState, now: Date): Promise<Change[]> {
  if (conversation.scheduledFor === null) return []
  const { organizationId, id: conversationId } = conversation
  const waiting = await listWaiting(tx, { organizationId, conversationId })
  return waiting.map((text) => scheduledChange(tx, cancel(text, PATIENT_FIRST, now)))
}
