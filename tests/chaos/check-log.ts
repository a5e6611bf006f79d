/** Compares the log, the carrier and the audit with what was acknowledged. */
import { addCounts, type Counts, countNames, noCounts } from '@foyer/contracts/counts.rules.ts'
import { type Counted, contribution } from '@foyer/contracts/inbox/counts.rules.ts'
import { readCarrier } from './carrier-list.ts'
import { keptBackByStop } from './check-consent.ts'
import type { ReceivedCheck } from './check-received.ts'
import { CLINICS, type Clinic } from './clinics.ts'
import type { Ledger } from './ledger.ts'
import { stepsBack } from './status-order.rules.ts'
import type { Store } from './store.ts'
import type { ChaosWorld } from './world.ts'

interface EventRow {
  readonly seq: number
  readonly epoch: string
  readonly type: string
  readonly key: string
  /** The status of a message; null for other events. */
  readonly status: string | null
}

interface MessageRow {
  readonly id: string
  readonly body: string
  readonly sid: string | null
  readonly direction: string
  readonly private: boolean
  /** Written by the system: many have the same text, so `check-consent` finds each by its sid. */
  readonly automatic: boolean
  readonly status: string
  readonly version: number
}

/** The number of texts on their way from phones to the store, and from the store to the carrier. */
export async function underWay(store: Store, ledger: Ledger): Promise<{ in: number; out: number }> {
  const sids = ledger.texts.filter(({ isUnsure }) => !isUnsure).map(({ sid }) => sid)
  const [row] = await store.ask<{ out: number; taken: number }>(
    `select (select count(*)::int from outbound_texts) as out,
       (select count(*)::int from messages where carrier_sid = any($1)) as taken`,
    [sids],
  )
  if (!row) throw new Error('The store says nothing.')
  return { in: sids.length - row.taken, out: row.out }
}

/** Checks that every acknowledged reply reached the carrier once; call it when no text is on its way. */
export async function checkCarrier(world: ChaosWorld, ledger: Ledger): Promise<void> {
  const keptBack = await keptBackByStop(world.store)
  const given = groups(await readCarrier(world), ({ body }) => body)
  for (const { body, isNote, isUnsure, outcome, messageId } of ledger.sends) {
    if (isNote || isUnsure || outcome !== 'acknowledged') continue
    const times = given.get(body)?.length ?? 0
    const isRight = times === (keptBack.has(messageId ?? '') ? 0 : 1)
    ledger.hold('I2', isRight, () => `the reply ${messageId} reached the carrier ${times} times`)
  }
}

type LogWorld = Pick<ChaosWorld, 'sandboxUrl' | 'store'>

export async function checkLogs(world: LogWorld, ledger: Ledger, received: ReceivedCheck): Promise<void> {
  for (const clinic of CLINICS) await checkLog(clinic, { world, ledger, received })
  await checkAudit(world.store, ledger)
}

interface Checked {
  readonly world: LogWorld
  readonly ledger: Ledger
  readonly received: ReceivedCheck
}

async function checkLog({ id }: Clinic, { world, ledger, received }: Checked): Promise<void> {
  const { store } = world
  // One statement reads one snapshot; events received after it are not compared with it.
  const lookedAt = performance.now()
  const [seen] = await store.ask<{ head: { seq: number; epoch: string }; events: EventRow[]; messages: MessageRow[] }>(
    `select
       (select json_build_object('seq', seq, 'epoch', epoch) from organization_heads where organization_id = $1) as head,
       (select coalesce(json_agg(json_build_object('seq', seq, 'epoch', epoch, 'type', type, 'key', key,
          'status', data -> 'message' ->> 'status') order by seq), '[]')
          from events where organization_id = $1) as events,
       (select coalesce(json_agg(json_build_object('id', id, 'body', body, 'sid', carrier_sid, 'direction', direction,
          'private', private, 'automatic', automatic, 'status', status, 'version', version)), '[]') from messages where organization_id = $1) as messages`,
    [id],
  )
  if (!seen) throw new Error('The store says nothing.')
  // Read after the store: a text that leaves in between is at the carrier, but not yet `sent` in the store.
  const carrier = await readCarrier(world)
  const { head, messages } = seen
  // A new epoch leaves the events of the earlier one that a log consumer has yet to handle.
  const begins = seen.events.findIndex(({ epoch }) => epoch === head.epoch)
  const events = begins < 0 ? [] : seen.events.slice(begins)
  ledger.hold(
    'I3',
    ledger.isPutBack() || events.length === seen.events.length,
    () => `the log of ${id} has events of another epoch, and no restore began one`,
  )

  const oldest = events[0]?.seq ?? head.seq + 1
  ledger.hold('I3', events.length === head.seq - oldest + 1, () => {
    const gap = events.find(({ seq }, index) => seq !== oldest + index)
    return `the log of ${id} ends at ${head.seq} and has ${events.length} events from ${oldest} on; a gap before ${gap?.seq}`
  })
  ledger.hold(
    'I3',
    events.every(({ epoch }) => epoch === head.epoch),
    () => `the log of ${id} has events of several epochs`,
  )
  const known = ledger.epochs.get(id)
  ledger.epochs.set(id, { epoch: head.epoch, oldest })
  if (known && known.epoch !== head.epoch) ledger.violate('I1', `the log of ${id} began a new epoch by itself`)
  // A run appends far fewer events than the retention keeps.
  else if (known)
    ledger.hold(
      'I3',
      known.oldest === oldest,
      () => `the log of ${id} began at ${known.oldest}, and now it does at ${oldest}`,
    )
  const bySeq = new Map(events.map((event) => [event.seq, event]))

  for (const [at, { what, at: toldAt }] of received.events) {
    if (toldAt > lookedAt) continue
    const [organizationId, epoch, seq] = at.split(' ')
    if (organizationId !== id || epoch !== head.epoch || Number(seq) < oldest) continue
    const event = bySeq.get(Number(seq))
    ledger.hold(
      'I7',
      event !== undefined && `${event.type} ${event.key}` === what,
      () => `${what} was received as ${at}, and the log does not have it`,
    )
  }

  const byBody = groups(messages, ({ body }) => body)
  const bySid = groups(messages, ({ sid }) => sid ?? '')
  const sent = groups(
    carrier.filter(({ direction }) => direction === 'outbound-api'),
    ({ body }) => body,
  )
  const ours = <Entry extends { organizationId: string; isUnsure: boolean }>(entries: readonly Entry[]) =>
    entries.filter((entry) => entry.organizationId === id && !entry.isUnsure)

  for (const { body, sid } of ours(ledger.texts)) {
    const found = bySid.get(sid)?.length ?? 0
    ledger.hold(
      found > 1 ? 'I2' : 'I1',
      found === 1,
      () => `the text ${sid} (${body.length} letters) is there ${found} times`,
    )
  }
  for (const send of ours(ledger.sends)) {
    const found = byBody.get(send.body) ?? []
    const isKnown = send.outcome === 'acknowledged'
    ledger.hold('I2', found.length <= 1, () => `a message of one key is there ${found.length} times`)
    ledger.hold(
      'I1',
      !isKnown || found[0]?.id === send.messageId,
      () => `the acknowledged message ${send.messageId} is not there`,
    )
    ledger.hold('I1', send.outcome !== 'refused' || found.length === 0, () => 'a message that was refused is there')
    if (isKnown && send.epoch === head.epoch && (send.version ?? 0) >= oldest) {
      const event = bySeq.get(send.version ?? 0)
      const isIt = event?.type === 'message.added' && event.key === send.messageId
      ledger.hold('I1', isIt, () => `the log has ${event?.type} at ${send.version}, where a message was acknowledged`)
    }
    const atCarrier = sent.get(send.body)?.length ?? 0
    ledger.hold(
      'I2',
      atCarrier <= (send.isNote ? 0 : 1),
      () => `the carrier was given a message of one key ${atCarrier} times`,
    )
  }
  for (const { conversationId, version, epoch } of ours(ledger.changes)) {
    if (epoch !== head.epoch || version < oldest) continue
    const event = bySeq.get(version)
    const isIt = event?.type === 'conversation.changed' && event.key === conversationId
    ledger.hold(
      'I1',
      isIt,
      () => `the log has ${event?.type} at ${version}, where a change of ${conversationId} was acknowledged`,
    )
  }
  const added = groups(
    events.filter(({ type }) => type === 'message.added'),
    ({ key }) => key,
  )
  for (const [key, all] of added)
    ledger.hold('I2', all.length === 1, () => `the message ${key} was added ${all.length} times`)

  for (const words of stepsBack(events.filter(({ type }) => type.startsWith('message.')))) ledger.violate('F41', words)

  // A status must agree with the carrier.
  for (const message of messages.filter((one) => one.direction === 'outbound' && !one.private && !one.automatic)) {
    const has = (sent.get(message.body)?.length ?? 0) > 0
    if (['sent', 'delivered'].includes(message.status))
      ledger.hold('I10', has, () => `${message.id} is shown as ${message.status}, and the carrier has never seen it`)
    if (message.status === 'failed')
      ledger.hold('I10', !has, () => `${message.id} is shown as failed, and the carrier has it`)
  }

  await checkCounts(store, id, ledger)
  ledger.count('checks of a log')
}

/** Compares the stored counts with a recount of the rows in the same snapshot. */
async function checkCounts(store: LogWorld['store'], id: string, ledger: Ledger): Promise<void> {
  const [row] = await store.ask<{ counts: Counts; conversations: Counted[] }>(
    `select counts,
       (select coalesce(json_agg(json_build_object('status', status, 'requestType', request_type, 'feedback', feedback,
          'unreadCount', unread_count, 'heldAuthors', held_authors, 'lastMessageBy', last_message_by,
          'snoozedUntil', snoozed_until)), '[]') from conversations where organization_id = $1) as conversations
     from organization_heads where organization_id = $1`,
    [id],
  )
  if (!row) throw new Error('The store says nothing.')
  const there = row.conversations.map(contribution).reduce(addCounts, noCounts)
  for (const name of countNames) {
    ledger.hold(
      'I8',
      row.counts[name] === there[name],
      () => `${id} counts ${row.counts[name]} ${name}, a recount ${there[name]}`,
    )
    if (there[name] > 0) ledger.count(`recounts with ${name}`)
  }
}

/** Notes the epoch and the oldest seq of each log before the first fault. */
export async function noteEpochs(store: LogWorld['store'], ledger: Ledger): Promise<void> {
  const heads = await store.ask<{ id: string; epoch: string; oldest: number }>(
    `select organization_id as id, epoch,
       coalesce((select min(seq) from events where organization_id = heads.organization_id), seq + 1)::int as oldest
     from organization_heads heads`,
  )
  for (const { id, epoch, oldest } of heads) ledger.epochs.set(id, { epoch, oldest })
}

/** Every answered call has an audit row. */
async function checkAudit(store: Store, ledger: Ledger): Promise<void> {
  const sure = ledger.requests.filter(({ isUnsure }) => !isUnsure).map(({ requestId }) => requestId)
  const missing = await store.ask<{ id: string }>(
    `select id from unnest($1::text[]) as asked(id)
     left join (select request_id, count(*) as times from audit_log where outcome = 'ok' group by request_id) as kept
       on kept.request_id = asked.id
     where kept.times is distinct from 1`,
    [sure],
  )
  ledger.hold(
    'I13',
    missing.length === 0,
    () => `${missing.length} of ${sure.length} calls have not one audit row, as ${missing[0]?.id}`,
  )
}

function groups<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const found = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const list = found.get(key)
    if (list) list.push(item)
    else found.set(key, [item])
  }
  return found
}
