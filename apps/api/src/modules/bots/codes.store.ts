/** Codes that chatbots text to the number on file. */

import type { BotLanguage } from '@foyer/contracts/chatbot/limits.rules.ts'
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { createQueue } from '../../workers/queue.ts'

/** A patient gets no more than these in a day, from all sessions together. */
const DAILY_MAX = 3
/** A code is heard within this time. */
const HEARD_MS = 10 * 60_000

export interface DueCode {
  readonly organizationId: string
  readonly id: string
  readonly patientId: string
  readonly language: BotLanguage
}

export const dueCodes = createQueue<DueCode>({
  table: 'chatbot_codes',
  topic: 'botCodes',
  key: { organizationId: 'organization_id', id: 'id' },
  fields: { patientId: 'patient_id', language: 'language' },
  open: sql`waiting.status = 'queued'`,
  attempts: 'attempts',
})

interface NewCode extends DueCode {
  readonly sessionId: string
  readonly now: Date
}

/** False if the patient got the codes of a day. The caller holds the lock of the patient. */
export async function addCode(
  tx: Tx,
  { organizationId, id, sessionId, patientId, language, now }: NewCode,
): Promise<boolean> {
  const { rows } = await sql`
    insert into chatbot_codes (organization_id, id, session_id, patient_id, language, status, created_at)
    select ${organizationId}, ${id}, ${sessionId}, ${patientId}, ${language}, 'queued', ${now}
    where (select count(*) from chatbot_codes where organization_id = ${organizationId} and patient_id = ${patientId}
      and created_at > ${now}::timestamptz - interval '24 hours') < ${DAILY_MAX}
    returning id`.execute(tx)
  if (rows.length > 0) dueCodes.wake(tx)
  return rows.length > 0
}

/** Null for the code of another patient, and for one that was asked for too long ago, whatever the session waits for. */
export async function findCodeHash(
  tx: Tx,
  { organizationId, id, patientId, now }: Pick<NewCode, 'organizationId' | 'id' | 'patientId' | 'now'>,
): Promise<string | null> {
  const row = await tx
    .selectFrom('chatbot_codes')
    .select('code_hash')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('patient_id', '=', patientId)
    .where('created_at', '>', new Date(now.getTime() - HEARD_MS))
    .executeTakeFirst()
  return row?.code_hash ?? null
}

/** A code is heard once. */
export function forgetCode(tx: Tx, organizationId: string, id: string): void {
  sendUnawaited(
    tx,
    tx
      .updateTable('chatbot_codes')
      .set({ code_hash: null })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id),
  )
}

/** In system scope. */
export async function deleteCodes(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('chatbot_codes').where('created_at', '<', before).execute()
}

/** The number of a patient; null for none. */
export async function numberOfPatient(tx: Tx, organizationId: string, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('patients')
    .select('phone_number')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.phone_number || null
}
