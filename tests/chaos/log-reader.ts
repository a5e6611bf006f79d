/** A log consumer that notes each event it is given. `check-consumer.ts` compares its notes with the logs. */
import { sql } from 'kysely'
import type { LogConsumer } from '../../apps/api/src/events/log-consumer.ts'

export const READER = 'chaos reader'

/** No key over the event: one that is handled twice stands there twice. `place` is the order of the handling. */
export const HANDLED_TABLE = `
  create table handled_events (
    place bigint generated always as identity,
    organization_id text not null, epoch text not null, seq bigint not null);
  grant select, insert on handled_events to foyer_app`

export const logReader: LogConsumer = {
  name: READER,
  from: 'oldest event',
  async handle(tx, events) {
    for (const { organizationId, epoch, seq } of events)
      await sql`
        insert into handled_events (organization_id, epoch, seq) values (${organizationId}, ${epoch}, ${seq})`.execute(
        tx,
      )
  },
}
