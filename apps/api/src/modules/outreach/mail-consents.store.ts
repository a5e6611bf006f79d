import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { OutreachTables } from './outreach.tables.ts'

export interface Addressed {
  readonly organizationId: string
  readonly address: string
}

/** Whether mails of campaigns must not go to the address. Mails between the clinic and a patient may. */
export async function isUnsubscribed(tx: Tx, { organizationId, address }: Addressed): Promise<boolean> {
  const row = await tx
    .selectFrom('mail_consents')
    .select('status')
    .where('organization_id', '=', organizationId)
    .where('address', '=', asKept(address))
    .executeTakeFirst()
  return row?.status === 'unsubscribed'
}

interface Said extends Addressed {
  readonly status: OutreachTables['mail_consents']['status']
  readonly at: Date
  readonly source: string
}

/** Saves it for this organization alone. False if it says so already. */
export async function saveMailConsent(tx: Tx, { organizationId, address, status, at, source }: Said): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_consents as kept (organization_id, address, status, at, source)
    values (${organizationId}, ${asKept(address)}, ${status}, ${at}, ${source})
    on conflict (organization_id, address)
      do update set status = excluded.status, at = excluded.at, source = excluded.source
      where kept.status <> excluded.status
    returning 1`.execute(tx)
  return rows.length > 0
}

function asKept(address: string): string {
  return address.trim().toLowerCase()
}
