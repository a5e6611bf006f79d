import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { createQueue } from '../../../work/queue.ts'

/** An organization whose texts this worker, and nobody else for now, looks for. */
export interface Look {
  readonly organizationId: string
  readonly smsNumber: string
  readonly begunAt: Date
  readonly coveredUntil: Date
}

export const looks = createQueue<Look>({
  table: 'missed_text_looks',
  topic: null,
  key: { organizationId: 'organization_id' },
  fields: {
    smsNumber: sql`(select sms_number from organizations where organizations.id = leased.organization_id)`,
    begunAt: 'begun_at',
    coveredUntil: 'covered_until',
  },
  open: sql`exists (
    select from organizations where organizations.id = waiting.organization_id and sms_number is not null)`,
})

/** In system scope: an organization that has a number is looked for from now on. */
export async function beginLooks(tx: Tx, now: Date): Promise<void> {
  await sql`
    insert into missed_text_looks (organization_id, begun_at, covered_until)
    select id, ${now}, ${now} from organizations where sms_number is not null
    on conflict do nothing`.execute(tx)
}

/** In system scope: everything until then is had. The lease begins anew for what is still to read. */
export function cover(
  tx: Tx,
  look: Look,
  { worker, until, leaseS }: { worker: string; until: Date; leaseS: number },
): Promise<boolean> {
  return looks.renew(tx, look, { worker, leaseS, set: { covered_until: sql`greatest(covered_until, ${until})` } })
}

/** In system scope: looked at again later, by whichever worker is there then. */
export function endLook(
  tx: Tx,
  look: Look,
  { worker, delayMs }: { worker: string; delayMs: number },
): Promise<boolean> {
  return looks.release(tx, look, { worker, delayMs, set: { attempted_at: sql`now()` } })
}
