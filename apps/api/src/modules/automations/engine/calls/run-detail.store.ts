import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import type { Verdict } from '@foyer/contracts/automations/judge.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../../db/tx.ts'

/** The verdict that began a run, and what its version does. */
export interface RunDetail {
  readonly verdict: Verdict
  readonly definition: Definition
}

export async function findRunDetail(tx: Tx, organizationId: string, runId: string): Promise<RunDetail | undefined> {
  const { rows } = await sql<RunDetail>`
    select r.verdict, v.definition from automation_runs as r
    join automation_versions as v
      on v.organization_id = r.organization_id and v.automation_id = r.automation_id and v.number = r.number
    where r.organization_id = ${organizationId} and r.id = ${runId}`.execute(tx)
  return rows[0]
}
