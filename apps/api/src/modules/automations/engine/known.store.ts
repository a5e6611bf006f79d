/** The records that the steps of a turn may name, as they are now. */
import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import type { Known } from '@foyer/contracts/automations/steps.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { idsNamed, readRecords } from '../records.store.ts'

/** Staff are few, and supervisors are found among them. */
export async function readKnown(tx: Tx, organizationId: string, definitions: readonly Definition[]): Promise<Known> {
  const among = new Set(definitions.flatMap(({ actions }) => actions.flatMap(amongOf)))
  const [staff, { templates, flows }] = await Promise.all([
    readStaff(tx, organizationId, [...among]),
    readRecords(tx, organizationId, idsNamed(definitions)),
  ])
  return { staff, templates, campaigns: [], flows: flows.map(({ id }) => id) }
}

function amongOf(action: Definition['actions'][number]): readonly string[] {
  return action.kind === 'assignToStaff' ? (action.among ?? []) : []
}

async function readStaff(tx: Tx, organizationId: string, counted: readonly string[]): Promise<Known['staff']> {
  const { rows } = await sql<Known['staff'][number]>`
    select s.user_id as id, s.name, s.role = 'supervisor' as "isSupervisor",
      case when s.user_id = any(${[...counted]}::text[]) then (
        select count(*)::int from conversations as c
        where c.organization_id = s.organization_id and c.staff_assigned @> array[s.user_id] and c.status = 'open'
      ) else 0 end as "openConversations"
    from staff as s where s.organization_id = ${organizationId}`.execute(tx)
  return rows
}
