/** Starts the worker that sends scheduled texts at their time. */
import { writeAside } from '../../../db/put-aside.ts'
import type { Services } from '../../../services.ts'
import { type DueOptions, startDueWorker } from '../../../workers/due-worker.ts'
import type { Worker } from '../../../workers/loop.ts'
import { type DueText, dueTexts } from './due.store.ts'
import { sendScheduledText } from './send-scheduled-text.ts'

export function startScheduledTexts(parts: Services, options?: DueOptions): Worker {
  return startDueWorker<DueText>(
    parts,
    {
      name: 'a scheduled text',
      queue: dueTexts,
      take: (due, { worker }) =>
        writeAside(parts.database, due.organizationId, (tx) => sendScheduledText(tx, parts, due, worker)),
      outcomes: { name: 'foyer_scheduled_texts_total', help: 'Outcomes of scheduled texts at their time' },
    },
    options,
  )
}
