/** Starts the worker that judges reminders at their time. */
import { writeAside } from '../../../db/put-aside.ts'
import type { Services } from '../../../services.ts'
import { type DueOptions, startDueWorker } from '../../../workers/due-worker.ts'
import type { Worker } from '../../../workers/loop.ts'
import { type DueVisit, dueVisits } from '../reminder-ledger.store.ts'
import { judge } from './judge.ts'

export function startReminders(parts: Services, options?: DueOptions): Worker {
  return startDueWorker<DueVisit>(
    parts,
    {
      name: 'a reminder',
      queue: dueVisits,
      take: (due, { worker }) => writeAside(parts.database, due.organizationId, (tx) => judge(tx, parts, due, worker)),
      outcomes: { name: 'foyer_reminders_judged_total', help: 'Outcomes of judging reminders at their time' },
    },
    options,
  )
}
