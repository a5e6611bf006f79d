/** Recounts the figures of a campaign from its ledger of sends and its marks. */
import { type CampaignMark, NO_RESULTS, type SendState, statesFrom } from '@foyer/contracts/campaign/sends.rules.ts'
import type { SkipReason } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { mostFirst } from './audience/tally.rules.ts'
import { CAUSES_MAX, type Figures } from './campaigns/campaign-state.rules.ts'
import type { CampaignId } from './campaigns.store.ts'

interface Counted {
  readonly step: number
  readonly state: SendState
  readonly reason: SkipReason | null
  readonly failure_reason: string | null
  readonly sends: number
  readonly taken: number
}

/** The figures as the transaction sees the ledger. The caller has locked the campaign. */
export async function recountFigures(tx: Tx, { organizationId, campaignId }: CampaignId): Promise<Figures> {
  const [{ rows }, { rows: marks }] = await Promise.all([
    sql<Counted>`
      select step, state, reason, case when state = 'failed' then failure_reason end as failure_reason,
        count(*)::int as sends, count(taken_at)::int as taken
      from campaign_sends where organization_id = ${organizationId} and campaign_id = ${campaignId}
      group by 1, 2, 3, 4`.execute(tx),
    sql<{ event: CampaignMark; patients: number }>`
      select event, count(*)::int as patients from campaign_marks
      where organization_id = ${organizationId} and campaign_id = ${campaignId} group by event`.execute(tx),
  ])
  return figuresFrom(rows, marks)
}

function figuresFrom(
  rows: readonly Counted[],
  marks: readonly { readonly event: CampaignMark; readonly patients: number }[],
): Figures {
  const states = statesFrom(pairs(rows))
  const bySteps = Map.groupBy(rows, ({ step }) => step)
  const marked = Object.fromEntries(marks.map(({ event, patients }) => [event, patients]))
  const sent = rows.reduce((sum, { taken }) => sum + taken, 0)
  return {
    states,
    stepStates: Object.fromEntries([...bySteps].map(([step, its]) => [step, statesFrom(pairs(its))])),
    results: { ...NO_RESULTS, ...marked, sent, delivered: states.delivered, failed: states.failed },
    causes: summed(rows, (row) => row.failure_reason)
      .slice(0, CAUSES_MAX)
      .map(([failureReason, count]) => ({ failureReason, count })),
    skipped: summed(rows, (row) => row.reason).map(([reason, count]) => ({ reason, count })),
  }
}

function pairs(rows: readonly Counted[]) {
  return rows.map(({ state, sends }) => [state, sends] as const)
}

/** The sends of each name, the most frequent first. */
function summed<Name extends string>(rows: readonly Counted[], nameOf: (row: Counted) => Name | null) {
  const sums = new Map<Name, number>()
  for (const row of rows) {
    const name = nameOf(row)
    if (name !== null) sums.set(name, (sums.get(name) ?? 0) + row.sends)
  }
  return mostFirst(sums)
}
