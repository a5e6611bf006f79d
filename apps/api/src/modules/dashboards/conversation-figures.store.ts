/** The gauges: how many conversations there are now. Snoozed ones count, though the inbox hides them. */
import { sql } from 'kysely'
import type { FigureSource } from '../figures/figures.ts'
import { NAME_OF } from './names.store.ts'

const describe: FigureSource['describe'] = (organizationId, ids) => sql`
  select c.id, ${NAME_OF} as title, c.id as "conversationId", 
    case c.channel when 'chat' then 'Chat' else 'Text' end || case when c.waiting_since is null then '' else ', waiting' end as detail
  from conversations as c
  left join patients as p on p.organization_id = c.organization_id and p.id = c.patient_id
  where c.organization_id = ${organizationId} and c.id = any(${[...ids]}::text[])`

const shared = {
  kind: 'conversation',
  from: sql`conversations as c`,
  ...{ organization: sql`c.organization_id`, at: sql`c.created_at`, id: sql`c.id` },
  shownAt: sql`c.last_message_at`,
  cuts: { type: sql`c.request_type` },
  describe,
} as const satisfies Partial<FigureSource>

const IS_OPEN = sql`c.status in ('open', 'unassigned')`
const LISTED = sql`c.status <> 'quiet'`
/** Others add nothing, and are no rows behind the number. */
const HAS_UNREAD = sql`c.unread_count > 0`

export const conversationSources: readonly FigureSource[] = [
  {
    ...shared,
    name: 'conversation',
    metrics: {
      'conversations.open': [IS_OPEN],
      'conversations.waiting': [LISTED, sql`c.waiting_since is not null`],
      'count.openRequests': [IS_OPEN, sql`c.request_type not in ('other', 'concierge')`],
      'count.otherRequests': [IS_OPEN, sql`c.request_type = 'other'`],
      'count.openConciergeRequests': [IS_OPEN, sql`c.request_type = 'concierge'`],
      'count.thumbsDown': [LISTED, sql`c.feedback = 'down'`],
    },
  },
  {
    ...shared,
    name: 'unread',
    adds: sql`c.unread_count`,
    metrics: { 'count.unreadMessages': [LISTED, HAS_UNREAD] },
  },
]
