import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/** An organization whose texts this worker, and nobody else for now, looks for. */
export interface Look {
  readonly organizationId: string
  readonly smsNumber: string
  readonly begunAt: Date
  readonly coveredUntil: Date
}

/** Above organizations: whoever has a number is looked for from now on. */
export async function beginLooks(tx: Tx, now: Date): Promise<void> {
  await sql`
    insert into missed_text_looks (organization_id, begun_at, covered_until)
    select id, ${now}, ${now} from organizations where sms_number is not null
    on conflict do nothing`.execute(tx)
}

/**
 * Above organizations: the next one that this pass has not had and that is due, or with `isEarly` any. A worker does one at a
 * time: what it still seems to have was cut off with the store.
 */
export async function leaseLook(
  tx: Tx,
  { worker, leaseS, isEarly, had }: { worker: string; leaseS: number; isEarly: boolean; had: readonly string[] },
): Promise<Look | undefined> {
  const { rows } = await sql<Look>`
    update missed_text_looks as look
    set leased_by = ${worker}, leased_until = now() + make_interval(secs => ${leaseS}), attempted_at = now()
    from (
      select missed_text_looks.organization_id, sms_number from missed_text_looks
      join organizations on organizations.id = missed_text_looks.organization_id
      where sms_number is not null and (due_at <= now() or ${isEarly}::boolean)
        and missed_text_looks.organization_id <> all(${[...had]}::text[])
        and (leased_until is null or leased_until < now() or leased_by = ${worker})
      order by due_at
      limit 1
      for update of missed_text_looks skip locked
    ) as next
    where look.organization_id = next.organization_id
    returning look.organization_id as "organizationId", next.sms_number as "smsNumber", look.begun_at as "begunAt",
      look.covered_until as "coveredUntil"`.execute(tx)
  return rows[0]
}

/** Above organizations: had until then; the lease begins anew for what is still to read. */
export async function cover(
  tx: Tx,
  { organizationId, worker, until, leaseS }: { organizationId: string; worker: string; until: Date; leaseS: number },
): Promise<void> {
  await sql`
    update missed_text_looks
    set covered_until = greatest(covered_until, ${until}), leased_until = now() + make_interval(secs => ${leaseS})
    where organization_id = ${organizationId} and leased_by = ${worker}`.execute(tx)
}

/** Above organizations: looked at again later, by whoever is there then. */
export async function endLook(
  tx: Tx,
  { organizationId, worker, delayMs }: { organizationId: string; worker: string; delayMs: number },
): Promise<void> {
  await sql`
    update missed_text_looks
    set leased_by = null, leased_until = null, due_at = now() + make_interval(secs => ${delayMs / 1000})
    where organization_id = ${organizationId} and leased_by = ${worker}`.execute(tx)
}
