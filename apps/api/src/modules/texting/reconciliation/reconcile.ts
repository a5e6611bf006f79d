/**
 * Compares an organization's texts at the carrier with the stored ones and ingests the missing ones as if their
 * webhooks arrived now.
 */
import type { ReceivedTexts } from '../../../gateways/received-texts.ts'
import type { ReceivedText } from '../../../gateways/twilio-wire.ts'
import { knownSids } from '../../conversations/conversations.ts'
import { numberOf } from '../../organizations/numbers.rules.ts'
import { type Ingested, type IngestServices, ingestText } from '../ingest.ts'
import { storable } from '../posted-text.rules.ts'
import type { ReconciliationRun } from './reconciliation.store.ts'
import { isSettled, spansOf } from './spans.rules.ts'

export interface ReconcileServices extends IngestServices {
  readonly carrier: ReceivedTexts
  readonly signal: AbortSignal
  /** Saves that everything up to then is stored. */
  advanceWatermark(until: Date): Promise<unknown>
  report(ingested: Ingested): void
}

/** Rejects with the first failure; watermarks that were saved by then stay. */
export async function reconcile(parts: ReconcileServices, about: ReconciliationRun): Promise<void> {
  const { clock, carrier, signal } = parts
  const now = clock.now()
  for (const span of spansOf(about, now)) {
    const listed = await carrier.list({ to: about.smsNumber, ...span }, signal)
    const settled = listed.filter(({ sentAt }) => isSettled(sentAt, now))
    await ingestAll(parts, about, settled)
    await parts.advanceWatermark(span.until)
  }
}

/** A text that cannot be ingested does not delay the others; the next run finds it again. */
async function ingestAll(
  parts: ReconcileServices,
  about: ReconciliationRun,
  texts: readonly ReceivedText[],
): Promise<void> {
  const known = await knownOf(parts, about, texts)
  const failures: unknown[] = []
  for (const text of texts) {
    if (known.has(text.sid)) continue
    parts.signal.throwIfAborted()
    await ingestOne(parts, about, text).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function ingestOne(
  parts: ReconcileServices,
  { organizationId }: ReconciliationRun,
  text: ReceivedText,
): Promise<void> {
  const { sid, sentAt } = text
  const media = text.media === 0 ? [] : await parts.carrier.media(sid, parts.signal)
  const incoming = { sid, from: numberOf(text.from), body: storable(text.body), media, sentAt }
  parts.report(await ingestText(parts, organizationId, incoming))
}

const AT_ONCE = 1000

async function knownOf(
  { database }: ReconcileServices,
  { organizationId }: ReconciliationRun,
  texts: readonly ReceivedText[],
) {
  const known = new Set<string>()
  for (let first = 0; first < texts.length; first += AT_ONCE) {
    const sids = texts.slice(first, first + AT_ONCE).map(({ sid }) => sid)
    const found = await database.read(organizationId, (tx) => knownSids(tx, organizationId, sids), 'carrier')
    for (const sid of found) known.add(sid)
  }
  return known
}
