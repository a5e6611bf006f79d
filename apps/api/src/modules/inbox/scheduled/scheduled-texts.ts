/** The worker that sends at its time what was written ahead. */
import { Counter } from 'prom-client'
import type { Parts } from '../../../parts.ts'
import { type ClockworkOptions, startClockwork } from '../clockwork.ts'
import { type DueText, leaseDue, untilNextDueMs } from './due.store.ts'
import { fire } from './fire.ts'

export function startScheduledTexts(parts: Parts, options?: ClockworkOptions): { stop(): Promise<void> } {
  const outcomes = new Counter({
    name: 'foyer_scheduled_texts_total',
    help: 'What came of scheduled texts at their time',
    labelNames: ['outcome'],
    registers: [parts.metrics],
  })
  const work = {
    name: 'a scheduled text',
    lease: leaseDue,
    untilNextMs: untilNextDueMs,
    async take(due: DueText, worker: string) {
      const outcome = await parts.database.write(due.organizationId, (tx) => fire(tx, parts, due, worker), 'carrier')
      outcomes.inc({ outcome })
    },
  }
  return startClockwork(parts, work, options)
}
