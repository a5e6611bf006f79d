import { isTimed } from '@foyer/contracts/automations/causes.rules.ts'
import { triggerKinds } from '@foyer/contracts/automations/triggers.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'

/** How far a relay is behind, summed over all organizations. */
interface RelayBacklog {
  readonly url: string
  readonly events: number
  /** Age in seconds of the oldest event that the relay has not acknowledged. */
  readonly seconds: number
}

/** Reads each cursor, and one event per cursor that is behind, so the cost does not grow with the log. */
export async function relayBacklogs(tx: Tx, urls: readonly string[]): Promise<RelayBacklog[]> {
  // A cursor of another epoch is behind by all events of the current epoch.
  const { rows } = await sql<RelayBacklog>`
    select place.url, sum(place.behind)::float as events,
      coalesce(max(extract(epoch from now() - oldest.at)), 0)::float as seconds
    from (
      select cursor.url, head.organization_id, head.epoch,
        case when cursor.epoch = head.epoch then cursor.seq else 0 end as seq,
        case when cursor.epoch = head.epoch then head.seq - cursor.seq else (
          select count(*) from events where organization_id = head.organization_id and epoch = head.epoch) end as behind
      from relay_cursors as cursor
      join organization_heads as head using (organization_id)
      where cursor.url = any(${urls}::text[])
    ) as place
    left join lateral (
      select at from events
      where organization_id = place.organization_id and epoch = place.epoch and seq > place.seq
      order by seq limit 1
    ) as oldest on place.behind > 0
    group by place.url`.execute(tx)
  return rows
}

interface ConsumerBacklog {
  readonly consumer: string
  readonly events: number
  /** Age in seconds of the oldest event that the consumer has not handled. */
  readonly seconds: number
}

/** Reads each cursor, and one event per cursor that is behind. */
export async function consumerBacklogs(tx: Tx): Promise<ConsumerBacklog[]> {
  const { rows } = await sql<ConsumerBacklog>`
    select cursor.consumer, sum(head.seq - cursor.seq)::float as events,
      coalesce(max(extract(epoch from now() - oldest.at)), 0)::float as seconds
    from log_cursors as cursor
    join organization_heads as head using (organization_id)
    left join lateral (
      select at from events
      where events.organization_id = cursor.organization_id and events.seq > cursor.seq
      order by seq limit 1
    ) as oldest on head.seq > cursor.seq
    group by cursor.consumer`.execute(tx)
  return rows
}

interface TextBacklog {
  readonly texts: number
  readonly seconds: number
  /** Texts whose handover began longer ago than any call takes: it is unknown whether the carrier accepted them. */
  readonly unknown: number
}

/** Counts a text from its `queued_at` on, so a text that quiet hours delay is counted only once they end. */
export async function textBacklog(tx: Tx): Promise<TextBacklog> {
  const { rows } = await sql<TextBacklog>`
    select count(*)::float as texts, coalesce(extract(epoch from now() - min(queued_at)), 0)::float as seconds,
      (count(*) filter (where handed_at < now() - interval '1 minute'))::float as unknown
    from outbound_texts where queued_at <= now()`.execute(tx)
  return rows[0] ?? { texts: 0, seconds: 0, unknown: 0 }
}

/** Moments are judged in the transaction that writes their cause. */
const TIMED = triggerKinds.filter(isTimed)

/** Age in seconds of the oldest cause that automations in force have not judged; one cause of each cursor is read. */
export async function causesBehind(tx: Tx): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(extract(epoch from now() - oldest.at)), 0)::float as seconds
    from automation_cursors as cursor
    cross join lateral (
      select min(from_seq) as seq from automation_spans as span
      where span.organization_id = cursor.organization_id and (span.to_seq is null or span.to_seq > cursor.seq)
    ) as begins
    cross join lateral (
      select at from causes
      where causes.organization_id = cursor.organization_id and (causes.seq, causes.nth) > (cursor.seq, cursor.nth)
        and causes.seq >= begins.seq and causes.kind <> all(${sql.lit(`{${TIMED.join()}}`)}::text[])
      order by causes.seq, causes.nth limit 1
    ) as oldest`.execute(tx)
  return rows[0]?.seconds ?? 0
}

/** Sessions of chatbots that ended in the last hour by a fault. */
export async function failedSessions(tx: Tx): Promise<number> {
  const { rows } = await sql<{ failed: number }>`
    select count(*)::int as failed from chatbot_sessions
    where ended_at > now() - interval '1 hour' and context <> '{}' and ended_as = 'failed'`.execute(tx)
  return rows[0]?.failed ?? 0
}
