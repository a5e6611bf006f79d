import { Counter, type Registry } from 'prom-client'

const NAME = 'foyer_automatic_texts_total'

/**
 * Counts automatic texts by outcome: queued, or stopped by a daily limit or the patient's consent. Count after the
 * commit.
 */
export function automaticTexts(metrics: Registry): Counter<'kind' | 'outcome'> {
  const known = metrics.getSingleMetric(NAME)
  if (known) return known as Counter<'kind' | 'outcome'>
  return new Counter({
    name: NAME,
    help: 'Automatic texts by kind and outcome, sent or not',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })
}
