/** The queue of snoozed conversations. The store's clock decides which are due. */
import { sql } from 'kysely'
import { createQueue } from '../../../workers/queue.ts'

export interface DueSnooze {
  readonly organizationId: string
  readonly conversationId: string
  readonly until: Date
}

/** The lease spares other processes the work; the conversation's lock makes it happen once. */
export const dueSnoozes = createQueue<DueSnooze>({
  table: 'conversations',
  topic: null,
  key: { organizationId: 'organization_id', conversationId: 'id' },
  fields: { until: 'snoozed_until' },
  open: sql`snoozed_until is not null`,
  due: 'snoozed_until',
  until: 'snooze_leased_until',
  by: null,
})
