/**
 * A database restored from a backup begins a new epoch of every organization's log. Its old sequence numbers were
 * used for other changes since the backup, and clients would mistake one for the other.
 */
import { StartRefusal } from '@foyer/contracts/environment.ts'
import pg from 'pg'

interface Options {
  /** Refuses while an API is connected to this database, because it holds state from before. */
  readonly unlessInUse?: boolean
}

/**
 * All organizations or none; returns how many. Connects with another role than the APIs, so their timeouts don't
 * apply.
 */
export async function beginNewEpoch(url: string, { unlessInUse = false }: Options = {}): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    await client.query('begin')
    if (unlessInUse && (await isInUse(client)))
      throw new StartRefusal('An API is still at this store: stop every one of them first.')
    await client.query('set local role foyer_system')
    const { rowCount } = await client.query('update organization_heads set epoch = gen_random_uuid()::text')
    await deleteEvents(client)
    // These texts may have been sent since the backup. The mark makes the worker ask the carrier before sending each
    // again.
    await client.query('update outbound_texts set handed_at = queued_at where handed_at is null and queued_at <= now()')
    await client.query('commit')
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}

/** A consumer's cursor and all that it wrote came back with the backup: the events that it has yet to handle stay. */
async function deleteEvents(client: pg.Client): Promise<void> {
  // A backup of an earlier release has no cursors.
  const { rows } = await client.query(`select where to_regclass('log_cursors') is not null`)
  const unhandled = `select from log_cursors as cursor
    where cursor.organization_id = events.organization_id and cursor.seq < events.seq`
  await client.query(`delete from events ${rows.length > 0 ? `where not exists (${unhandled})` : ''}`)
}

async function isInUse(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`
    select from pg_stat_activity where datname = current_database() and application_name = 'foyer' limit 1`)
  return rows.length > 0
}
