/** One organization's texts at the carrier: those that we have not are taken in, as if their webhooks came now. */
import type { ReceivedTexts } from '../../../gateways/received-texts.ts'
import type { ReceivedText } from '../../../gateways/twilio-wire.ts'
import { knownSids } from '../../conversations/conversations.ts'
import { numberOf } from '../../organizations/numbers.rules.ts'
import { type Ingested, type IngestParts, ingestText } from '../ingest.ts'
import { storable } from '../posted-text.rules.ts'
import type { Look } from './reconciliation.store.ts'
import { isSettled, spansOf } from './spans.rules.ts'

export interface LookParts extends IngestParts {
  readonly carrier: ReceivedTexts
  readonly signal: AbortSignal
  /** Everything until then is had. */
  cover(until: Date): Promise<unknown>
  tell(ingested: Ingested): void
}

/** Rejects with what first went wrong; what is covered by then stays so. */
export async function look(parts: LookParts, about: Look): Promise<void> {
  const { clock, carrier, signal } = parts
  const now = clock.now()
  for (const span of spansOf(about, now)) {
    const listed = await carrier.list({ to: about.smsNumber, ...span }, signal)
    const settled = listed.filter(({ sentAt }) => isSettled(sentAt, now))
    await takeAll(parts, about, settled)
    await parts.cover(span.until)
  }
}

/** One that can't be taken in holds up no other; it is there again at the next look. */
async function takeAll(parts: LookParts, about: Look, texts: readonly ReceivedText[]): Promise<void> {
  const known = await knownOf(parts, about, texts)
  const failures: unknown[] = []
  for (const text of texts) {
    if (known.has(text.sid)) continue
    parts.signal.throwIfAborted()
    await takeOne(parts, about, text).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function takeOne(parts: LookParts, { organizationId }: Look, text: ReceivedText): Promise<void> {
  const { sid, sentAt } = text
  const media = text.media === 0 ? [] : await parts.carrier.media(sid, parts.signal)
  const incoming = { sid, from: numberOf(text.from), body: storable(text.body), media, sentAt }
  parts.tell(await ingestText(parts, organizationId, incoming))
}

const AT_ONCE = 1000

async function knownOf({ database }: LookParts, { organizationId }: Look, texts: readonly ReceivedText[]) {
  const known = new Set<string>()
  for (let first = 0; first < texts.length; first += AT_ONCE) {
    const sids = texts.slice(first, first + AT_ONCE).map(({ sid }) => sid)
    const found = await database.read(organizationId, (tx) => knownSids(tx, organizationId, sids), 'carrier')
    for (const sid of found) known.add(sid)
  }
  return known
}
