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
