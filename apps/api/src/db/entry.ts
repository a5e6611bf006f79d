/** The first statement of a member's transaction reads the facts of its organization, so that no later one reads them again. */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { CompiledQuery } from 'kysely'
import { entryRowOf } from './transaction.ts'
import type { Tx } from './tx.ts'

/** The row of the function `enter_organization`. All is null about a user, session or membership that does not exist. */
export interface EntryRow {
  readonly disabled: boolean | null
  readonly expires_at: Date | null
  readonly last_used_at: Date | null
  readonly role: string | null
  readonly epoch: string | null
  readonly seq: number | null
  readonly counts: Counts | null
  readonly name: string | null
  readonly timezone: string | null
  readonly sms_number: string | null
}

/** Names the organization whose rows the transaction sees. */
export function namingOrganization(organizationId: string): Pick<CompiledQuery, 'sql' | 'parameters'> {
  return { sql: `select set_config('app.org', $1, true)`, parameters: [organizationId] }
}

/** Names the organization, and reads the claimed session and membership. */
export function enteringOrganization(
  organizationId: string,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Pick<CompiledQuery, 'sql' | 'parameters'> {
  return { sql: 'select * from enter_organization($1, $2, $3)', parameters: [organizationId, userId, sessionId] }
}

type Facts = { readonly [Fact in Exclude<keyof EntryRow, 'sms_number'>]: NonNullable<EntryRow[Fact]> } & Pick<
  EntryRow,
  'sms_number'
>

/** The facts of a member who entered; undefined, without waiting, in any other transaction. */
export function entryOf(tx: Tx): Promise<Facts | undefined> | undefined {
  return entryRowOf(tx)?.then((row) => ((row as EntryRow | undefined)?.epoch ? (row as Facts) : undefined))
}
