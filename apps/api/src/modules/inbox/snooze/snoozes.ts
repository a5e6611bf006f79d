/** Starts the worker that brings snoozed conversations back. */
import type { Services } from '../../../services.ts'
import { type DueOptions, startDueWorker } from '../../../workers/due-worker.ts'
import type { Worker } from '../../../workers/loop.ts'
import { changeConversation } from '../../conversations/conversations.ts'
import { wake } from './snooze.rules.ts'
import { type DueSnooze, dueSnoozes } from './snooze.store.ts'

export function startSnoozes(parts: Services, options?: DueOptions): Worker {
  const { database, clock } = parts
  return startDueWorker<DueSnooze>(
    parts,
    {
      name: 'a snoozed conversation',
      queue: dueSnoozes,
      async take({ organizationId, conversationId, until }) {
        const about = { organizationId, conversationId, by: null, now: clock.now() }
        await database.write(organizationId, (tx) =>
          changeConversation(tx, about, (conversation) => wake(conversation, until)),
        )
        return 'back'
      },
    },
    options,
  )
}
