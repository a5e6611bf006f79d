/** The views of dashboards of the test clinics, under the ids that the examples of calls name. */
import { example } from '@foyer/contracts/examples.ts'
import type { FreshDatabase } from '../support/postgres.ts'

/** Lakeside's view; its words may be read by no one of Cedar. */
export const FOREIGN_DASHBOARD_VIEW = '0199f0aa-3c00-7000-8000-000000000179'

export async function addDashboardViews({ query }: Pick<FreshDatabase, 'query'>, words: string): Promise<void> {
  const [toChange, toRemove] = example.dashboardViewIds
  await query(
    `insert into dashboard_views (organization_id, id, owner, name, board, range, filter, compare, shared, version) values
      ('org_cedar', $1, 'usr_lena', 'The desk of last week', 'patient-communication', '{"kind": "last", "days": 7}', null, true, true, 1),
      ('org_cedar', $2, 'usr_lena', 'Reminders of this month', 'reminders', '{"kind": "month", "back": 0}', null, false, false, 1),
      ('org_lakeside', $3, 'usr_omar', $4, 'score-card', '{"kind": "last", "days": 30}',
        jsonb_build_object('by', 'location', 'location', $4::text), false, true, 1)`,
    [toChange, toRemove, FOREIGN_DASHBOARD_VIEW, words],
  )
}
