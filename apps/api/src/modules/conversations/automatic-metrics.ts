import { Counter, type Registry } from 'prom-client'

const NAME = 'foyer_automatic_texts_total'

/** Counted once a transaction is done: what was made, and what the day's limit or the patient's wish kept from being made. */
export function automaticTexts(metrics: Registry): Counter<'kind' | 'outcome'> {
  const known = metrics.getSingleMetric(NAME)
  if (known) return known as Counter<'kind' | 'outcome'>
  return new Counter({
    name: NAME,
    help: 'Texts that the house sent by itself, or would have',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })
}
