/** The automations of the test clinics and their runs, under the ids that the examples of calls name. No worker goes on with them. */
import { automationIds, causeIds, definitionExample, runIds } from '@foyer/contracts/automations/automation.ts'
import { definitionSchema } from '@foyer/contracts/automations/definition.ts'
import type { AutomationState } from '@foyer/contracts/automations/states.rules.ts'
import { example } from '@foyer/contracts/examples.ts'
import type { FreshDatabase } from '../support/postgres.ts'

/** Lakeside's records; their words may be read by no one of Cedar. */
export const FOREIGN_AUTOMATIONS = { automationId: 'automation9', runId: 'run9' } as const

interface Row {
  readonly id: string
  readonly state: AutomationState
  readonly versions: number
  readonly hasDraft: boolean
}

const ROWS: readonly Row[] = [
  { id: automationIds.on, state: 'on', versions: 2, hasDraft: false },
  { id: automationIds.off, state: 'off', versions: 2, hasDraft: true },
  { id: automationIds.toPublish, state: 'draft', versions: 0, hasDraft: true },
  { id: automationIds.toRemove, state: 'draft', versions: 0, hasDraft: true },
  { id: automationIds.stopped, state: 'stopped', versions: 1, hasDraft: false },
  { id: automationIds.removed, state: 'off', versions: 1, hasDraft: false },
  { id: FOREIGN_AUTOMATIONS.automationId, state: 'on', versions: 1, hasDraft: false },
]

const RUNS = [
  { id: runIds.done, automationId: automationIds.on, state: 'done' },
  { id: runIds.waiting, automationId: automationIds.on, state: 'waiting' },
  { id: 'run-held', automationId: automationIds.stopped, state: 'held' },
  { id: FOREIGN_AUTOMATIONS.runId, automationId: FOREIGN_AUTOMATIONS.automationId, state: 'waiting' },
] as const

const isForeign = (automationId: string) => automationId === FOREIGN_AUTOMATIONS.automationId
const organizationOf = (automationId: string) => (isForeign(automationId) ? 'org_lakeside' : 'org_cedar')

export async function addAutomations({ query }: Pick<FreshDatabase, 'query'>, words: string) {
  const definition = JSON.stringify(definitionSchema.parse(definitionExample))
  for (const [position, { id, state, versions, hasDraft }] of ROWS.entries()) {
    const [organization, said] = [organizationOf(id), isForeign(id) ? words : 'Refill requests']
    await query(
      `insert into automations (organization_id, id, name, position, state, stopped_reason, active_number, draft, revision,
         tell, changed_by, changed_by_name, changed_at, removed_at, version)
       values ($1, $2, $3, $4, $5, case when $5 = 'stopped' then 'too_many' end, nullif($6, 0), $7, 1, '{}', 'usr_lena',
         $3, now(), case when $8 then now() end, 0)`,
      [organization, id, said, position, state, versions, hasDraft ? definition : null, id === automationIds.removed],
    )
    for (let number = 1; number <= versions; number++)
      await query(
        `insert into automation_versions (organization_id, automation_id, number, definition, why, ends_waiting,
           made_by, made_by_name, published_at)
         values ($1, $2, $3, $4, $5, false, 'usr_lena', $5, now())`,
        [organization, id, number, definition, said],
      )
    if (state === 'on' || state === 'stopped')
      await query(
        `insert into automation_spans (organization_id, automation_id, number, from_seq) values ($1, $2, $3, 0)`,
        [organization, id, versions],
      )
  }
  for (const { id, automationId, state } of RUNS) {
    const cause = { ...CAUSE, id: `${causeIds.text}-${id}` }
    const verdict = { ...VERDICT, automationId, name: isForeign(automationId) ? words : VERDICT.name }
    await query(
      `insert into automation_runs (organization_id, id, automation_id, number, cause_id, cause, subject_key,
         conversation_id, patient_id, state, reason, steps, turn, next, could_text, message_ids, verdict, started_at,
         ended_at, due_at, version)
       values ($1, $2, $3, 1, $4, $5, 'conversation:c1', $6, $7, $8, case when $8 = 'held' then 'too_many' end, '[]', 0, 0,
         true, '{}', $9, now(), case when $8 = 'done' then now() end, case when $8 = 'waiting' then now() + interval '1 day' end,
         0)`,
      [
        ...[organizationOf(automationId), id, automationId, cause.id, JSON.stringify(cause), example.conversationId],
        ...[isForeign(automationId) ? 'p9' : 'p1', state, JSON.stringify(verdict)],
      ],
    )
  }
}

const CAUSE = {
  ...{ seq: 1, at: 0, kind: 'inboundMessage', subject: { kind: 'conversation', id: 'c1' }, data: { campaignId: null } },
  ...{ conversationId: null, patientId: null, appointmentId: null, messageId: null, chain: [] },
}
const VERDICT = { name: 'Refill requests', number: 1, outcome: 'ran', checks: [], failed: null }
