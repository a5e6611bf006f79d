/** The journal of causes: what a change caused, written in the transaction of its event and with the event's `seq`. */
import type { CauseKind, CauseOf } from '@foyer/contracts/automations/causes.rules.ts'
import { sql } from 'kysely'
import { deleteInChunks } from '../db/delete-in-chunks.ts'
import { prepared } from '../db/prepared.ts'
import { sendUnawaited } from '../db/transaction.ts'
import type { Tx } from '../db/tx.ts'
import { wake } from '../db/wakes.ts'
import type { BaseServices } from '../services.ts'

/** A cause without its place in the journal. It holds ids and words of the contract, and no texts. */
export type NewCause = NewCauseOf<CauseKind>
export type NewCauseOf<Kind extends CauseKind> = Kind extends CauseKind
  ? Pick<CauseOf<Kind>, 'kind' | 'subject' | 'data'> &
      Partial<Pick<CauseOf<Kind>, 'conversationId' | 'patientId' | 'appointmentId' | 'messageId' | 'chain'>>
  : never

export interface PlacedCause {
  readonly cause: NewCause
  readonly seq: number
  readonly at: Date
  /** By default that of the nth cause of its event. Another one tells that the cause was written before. */
  readonly id?: string
}

/** One statement for any number of causes. Those with an id that is in the journal are left out. */
export function addCauses(tx: Tx, organizationId: string, causes: readonly PlacedCause[]): void {
  if (causes.length === 0) return
  const numbers = new Map<number, number>()
  const rows = causes.map(({ cause, seq, at, id }) => {
    const nth = numbers.get(seq) ?? 0
    numbers.set(seq, nth + 1)
    const { kind, subject, data, conversationId = null, patientId = null, appointmentId = null } = cause
    return {
      ...{ id: id ?? `${seq}-${nth}`, seq, nth, kind, subject_kind: subject.kind, subject_id: subject.id, at, data },
      ...{ conversation_id: conversationId, patient_id: patientId, appointment_id: appointmentId },
      ...{ message_id: cause.messageId ?? null, chain: cause.chain ?? [] },
    }
  })
  sendUnawaited(tx, insertCauses.with(tx, { organizationId, rows: JSON.stringify(rows) }))
  wake(tx, 'causes', organizationId)
}

const insertCauses = prepared(
  'insert_causes',
  (queries, { organizationId, rows }: { readonly organizationId: string; readonly rows: string }) => ({
    compile: () =>
      sql`
        insert into causes (organization_id, id, seq, nth, kind, subject_kind, subject_id, conversation_id, patient_id,
          appointment_id, message_id, at, data, chain)
        select ${organizationId}, id, seq, nth, kind, subject_kind, subject_id, conversation_id, patient_id,
          appointment_id, message_id, at, data, chain
        from jsonb_to_recordset(${rows}::jsonb) as given (id text, seq bigint, nth int, kind text, subject_kind text,
          subject_id text, conversation_id text, patient_id text, appointment_id text, message_id text,
          at timestamptz, data jsonb, chain text[])
        on conflict (organization_id, id) do nothing`.compile(queries),
  }),
)

export function deleteOldCauses(parts: Pick<BaseServices, 'database' | 'clock' | 'config'>): Promise<void> {
  const before = new Date(parts.clock.now().getTime() - parts.config.automations.journalDays * 86_400_000)
  return deleteInChunks(parts, async (tx, chunk) => {
    const { rows } = await sql`
      with old as (select organization_id, id from causes where at < ${before} order by at limit ${chunk})
      delete from causes using old
      where causes.organization_id = old.organization_id and causes.id = old.id
      returning causes.id`.execute(tx)
    return rows.length
  })
}
