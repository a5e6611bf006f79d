import { z } from 'zod'
import { agentSchema } from './agent.ts'
import { botHistorySchema } from './bot.ts'
import { conversationExample, conversationSchema, conversationStatusSchema, smsStatusSchema } from './conversation.ts'
import { viaSchema } from './via.ts'

const staffId = z.string()
const patientId = z.string().nullable()
const { requestType, feedback } = conversationSchema.shape

/**
 * One change of a conversation, in ids and enumerated values, never free text. New messages and reads are not history
 * entries.
 */
export const historyChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('began'), status: conversationStatusSchema, patientId }),
  z.object({ kind: z.literal('filed'), from: patientId, to: patientId }),
  z.object({ kind: z.literal('status'), from: conversationStatusSchema, to: conversationStatusSchema }),
  z.object({ kind: z.literal('requestType'), from: requestType, to: requestType }),
  z.object({ kind: z.literal('assigned'), from: z.array(staffId), to: z.array(staffId) }),
  /** The team, by id. */
  z.object({ kind: z.literal('team'), from: z.string().nullable(), to: z.string().nullable() }),
  z.object({ kind: z.literal('starred'), staff: staffId }),
  z.object({ kind: z.literal('unstarred'), staff: staffId }),
  z.object({ kind: z.literal('markedUnread') }),
  z.object({ kind: z.literal('snoozed'), until: z.string() }),
  z.object({ kind: z.literal('woken') }),
  z.object({ kind: z.literal('scheduled'), for: z.string() }),
  z.object({ kind: z.literal('unscheduled') }),
  /** A scheduled text has another time, another text, or both; `scheduledFor` is then the earliest time of all scheduled texts. */
  z.object({
    ...{ kind: z.literal('rescheduled'), from: z.string(), to: z.string() },
    ...{ reworded: z.boolean(), scheduledFor: z.string() },
  }),
  /** The patient wrote, so `texts` scheduled texts are held; `for` is the earliest time of them. */
  z.object({ kind: z.literal('held'), for: z.string(), texts: z.int().positive() }),
  /** A held text goes out at its time, or went out at once. */
  z.object({ kind: z.literal('kept'), for: z.string(), now: z.boolean(), scheduledFor: z.string().nullable() }),
  /** Scheduled texts are not sent; `optedOut`: because the patient opted out of texts. */
  z.object({
    ...{ kind: z.literal('notSent'), for: z.string(), texts: z.int().positive() },
    ...{ optedOut: z.boolean(), scheduledFor: z.string().nullable() },
  }),
  z.object({ kind: z.literal('askedToStop') }),
  z.object({ kind: z.literal('stopSettled') }),
  z.object({ kind: z.literal('feedback'), from: feedback, to: feedback }),
  /** The consent of the phone number, which applies to every conversation of that number. */
  z.object({ kind: z.literal('consent'), from: smsStatusSchema, to: smsStatusSchema }),
  /** An e-mail to the patient: `queued` when it is written, then its result. */
  z.object({
    kind: z.literal('email'),
    mailId: z.string(),
    status: z.enum(['queued', 'sent', 'failed', 'unconfirmed']),
  }),
  /** The patient sent a form that tells the inbox; the title is the one at that time. */
  z.object({ kind: z.literal('form'), submissionId: z.string(), title: z.string() }),
  /** What a chatbot did; `why` is how its session ended. */
  botHistorySchema,
])
export type HistoryChange = z.infer<typeof historyChangeSchema>
export type HistoryKind = HistoryChange['kind']

export const historyEntrySchema = z.object({
  conversationId: z.string(),
  /** Counts from 1 in its conversation, without gaps. */
  position: z.int().positive(),
  at: z.string(),
  /** Null for a change by the patient, the carrier or the scheduler. */
  by: agentSchema.pick({ _id: true, name: true }).nullable(),
  /** The automation or the chatbot that made it; the name is the one at that time. */
  via: viaSchema.nullable().default(null),
  change: historyChangeSchema,
  /** The names of the staff, teams and patients in the change, by id. */
  names: z.record(z.string(), z.string()),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

export const historyEntryExample: HistoryEntry = {
  conversationId: conversationExample.id,
  position: 3,
  at: '2026-11-19T15:20:00.000Z',
  by: { _id: 'usr_sam', name: 'Sam Ortiz' },
  via: null,
  change: { kind: 'assigned', from: [], to: ['usr_lena'] },
  names: { usr_lena: 'Lena Kim' },
}
