import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { FreshDatabase } from '../support/postgres.ts'

/** [OPEN-020] Counts the inbox's counts from the rows with a query of its own, independent of the API and the contracts. */
export async function recount({ query }: FreshDatabase, organizationId: string): Promise<Counts | undefined> {
  const [counts] = await query<Counts>(
    `select
       coalesce(sum(unread_count), 0)::int as "unreadMessages",
       count(*) filter (where open and request_type in ('appointment', 'prescription', 'billing'))::int as "openRequests",
       count(*) filter (where open and request_type = 'other')::int as "otherRequests",
       count(*) filter (where open and request_type = 'concierge')::int as "openConciergeRequests",
       count(*) filter (where feedback = 'down')::int as "thumbsDown",
       count(*) filter (where held_authors <> '{}')::int as "heldConversations",
       count(*) filter (where '*' = any(held_authors))::int as "heldForAll",
       count(*) filter (where last_message_by ->> 'status' in ('failed', 'undelivered')
         or last_message_by ->> 'textStatus' in ('failed', 'undelivered'))::int as "notDelivered",
       count(*) filter (where snoozed_until is not null)::int as "snoozed"
     from (select *, status in ('open', 'unassigned') as open from conversations where organization_id = $1) as rows`,
    [organizationId],
  )
  return counts
}
