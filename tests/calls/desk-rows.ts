/** The desks of the test clinics, and the figures of the day that were last told. */
import type { FreshDatabase } from '../support/postgres.ts'

export async function addDesks({ query }: Pick<FreshDatabase, 'query'>) {
  await query(
    `insert into desks (organization_id, user_id, state, since, until, day, due_at, version) values
      ('org_cedar', 'usr_dana', 'break', now(), now() + interval '20 minutes', '2200-12-31', now() + interval '20 minutes', 0),
      ('org_lakeside', 'usr_omar', 'on', now(), null, '2200-12-31', now() + interval '45 minutes', 0)`,
  )
}
