/** The consent of the numbers of a spreadsheet's rows, read and ended set by set. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { ConsentEntry } from '@foyer/contracts/patients/chart-calls.ts'
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { isOptOutByStaff } from './own-opt-out.rules.ts'

export interface ConsentStanding {
  readonly smsStatus: Conversation['smsStatus']
  /** The patient's own wish, which a block hides. */
  readonly wish: 'subscribed' | 'opted_out'
  /** Only the patient may take the opt-out back. */
  readonly isOwnOptOut: boolean
}

/** By number. A number without a consent is subscribed and absent. */
export async function readStandings(
  tx: Tx,
  organizationId: string,
  phoneNumbers: readonly string[],
): Promise<ReadonlyMap<string, ConsentStanding>> {
  const { rows } = await sql<{
    number: string
    smsStatus: Conversation['smsStatus']
    wish: 'subscribed' | 'opted_out' | null
    becomes: ConsentEntry['to'] | null
    how: ConsentEntry['how'] | null
  }>`
    select given.number, c.sms_status as "smsStatus", kept.wish, newest.becomes, newest.how
    from unnest(${[...new Set(phoneNumbers)]}::text[]) as given (number)
    join consents as c on c.organization_id = ${organizationId} and c.phone_number = given.number
    left join blocked_numbers as kept on c.sms_status = 'blocked'
      and kept.organization_id = ${organizationId} and kept.phone_number = given.number
    left join lateral (
      select becomes, how from consent_changes as change
      where change.organization_id = ${organizationId} and change.phone_number = given.number
        and change.becomes <> 'blocked'
      order by change.at desc, change.id desc limit 1
    ) as newest on true`.execute(tx)
  return new Map(
    rows.map(({ number, smsStatus, wish: kept, becomes, how }) => {
      const wish = smsStatus === 'blocked' ? (kept ?? 'subscribed') : smsStatus
      const newest = becomes === null || how === null ? undefined : { to: becomes, how }
      return [number, { smsStatus, wish, isOwnOptOut: wish === 'opted_out' && !isOptOutByStaff(newest) }]
    }),
  )
}

interface OptOuts {
  readonly organizationId: string
  readonly at: Date
  /** The member who started the import. */
  readonly by: string
}

/**
 * Opts numbers out and writes the ledger. A blocked number is opted out when the block ends. Sent without waiting; the caller
 * holds the locks of the numbers, none of which has opted out yet.
 */
export function optOutByImport(
  tx: Tx,
  { organizationId, at, by }: OptOuts,
  numbers: readonly { readonly number: string; readonly was: 'subscribed' | 'blocked' }[],
): void {
  if (numbers.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as given (number text, was text)`
  const statements = [
    sql`
      insert into consents (organization_id, phone_number, sms_status, changed_at)
      select ${organizationId}, number, 'opted_out', ${at}::timestamptz from ${given} where was <> 'blocked'
      on conflict (organization_id, phone_number) do update set sms_status = 'opted_out',
        changed_at = greatest(consents.changed_at, excluded.changed_at)`,
    sql`
      insert into blocked_numbers (organization_id, phone_number, wish, wished_at)
      select ${organizationId}, number, 'opted_out', ${at}::timestamptz from ${given} where was = 'blocked'
      on conflict (organization_id, phone_number) do update set wish = 'opted_out', wished_at = excluded.wished_at`,
    sql`
      insert into consent_changes (organization_id, phone_number, at, was, becomes, how, user_id)
      select ${organizationId}, number, ${at}::timestamptz, was, 'opted_out', 'import', ${by} from ${given}`,
  ]
  for (const statement of statements) sendUnawaited(tx, { compile: () => statement.compile(tx) })
}
