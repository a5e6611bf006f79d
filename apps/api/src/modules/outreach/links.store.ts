import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/tx.ts'

const DAY_MS = 24 * 60 * 60_000
const PERSONAL_MS = 90 * DAY_MS
/** Since it was last asked for. */
const SHARED_MS = 365 * DAY_MS

interface Shared {
  readonly organizationId: string
  readonly url: string
  readonly by: string
  readonly now: Date
}

/** Returns the code of the organization's link to the address: the one that exists, or else the given one. */
export async function keepSharedLink(
  tx: Tx,
  { organizationId, url, by, now }: Shared,
  newCode: () => string,
): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    insert into short_links as kept (organization_id, code, url, created_by, created_at, expires_at)
    values (${organizationId}, ${newCode()}, ${url}, ${by}, ${now}, ${after(now, SHARED_MS)})
    on conflict (organization_id, digest_of(url)) where campaign_id is null
      do update set expires_at = greatest(kept.expires_at, excluded.expires_at)
    returning code`.execute(tx)
  const [kept] = rows
  if (!kept) throw new Error('A link was not saved.')
  return kept.code
}

export interface Personal {
  readonly organizationId: string
  readonly campaignId: string
  readonly patientId: string
  readonly urls: readonly string[]
  readonly now: Date
}

/** Returns the code of each address. A patient of a campaign has one link to an address. */
export async function keepPersonalLinks(
  tx: Tx,
  { organizationId, campaignId, patientId, urls, now }: Personal,
  newCode: () => string,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(urls)].sort()
  if (wanted.length === 0) return new Map()
  const codes = wanted.map(newCode)
  const { rows } = await sql<{ url: string; code: string }>`
    insert into short_links as kept
      (organization_id, code, url, campaign_id, patient_id, created_at, expires_at)
    select ${organizationId}, code, url, ${campaignId}, ${patientId}, ${now}::timestamptz, ${after(now, PERSONAL_MS)}::timestamptz
    from unnest(${codes}::text[], ${wanted}::text[]) as wanted (code, url)
    on conflict (organization_id, campaign_id, patient_id, digest_of(url)) where campaign_id is not null
      do update set expires_at = greatest(kept.expires_at, excluded.expires_at)
    returning url, code`.execute(tx)
  return new Map(rows.map(({ url, code }) => [url, code]))
}

/** The link of a code, until it ends. */
export interface ShortLink {
  readonly organizationId: string
  readonly code: string
  readonly url: string
  /** The patient whose link it is, and the campaign; null for a link that everybody shares. */
  readonly of: { readonly campaignId: string; readonly patientId: string } | null
}

/** In system scope, one statement. */
export async function findLink(queries: Queries, code: string, now: Date): Promise<ShortLink | null> {
  const row = await queries
    .selectFrom('short_links')
    .select(['organization_id', 'code', 'url', 'campaign_id', 'patient_id'])
    .where('code', '=', code)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  const { campaign_id: campaignId, patient_id: patientId } = row
  const of = campaignId === null || patientId === null ? null : { campaignId, patientId }
  return { organizationId: row.organization_id, code: row.code, url: row.url, of }
}

export async function addHit(tx: Tx, { organizationId, code }: ShortLink, at: Date): Promise<void> {
  await tx.insertInto('link_hits').values({ organization_id: organizationId, code, at }).execute()
}

interface Use {
  /** A hash of the network's address. */
  readonly key: string
  readonly now: Date
  readonly windowMs: number
}

/** In system scope, one statement: counts a use by the network in its window, and says until when the window lasts. */
export async function countUse(
  queries: Queries,
  { key, now, windowMs }: Use,
): Promise<{ readonly uses: number; readonly until: Date }> {
  const { rows } = await sql<{ uses: number; until: Date }>`
    insert into link_misses as here (key, misses, until) values (${key}, 1, ${after(now, windowMs)})
    on conflict (key) do update set
      misses = case when here.until <= ${now} then 1 else here.misses + 1 end,
      until = case when here.until <= ${now} then excluded.until else here.until end
    returning misses as uses, until`.execute(queries)
  const [counted] = rows
  if (!counted) throw new Error('A use was not counted.')
  return counted
}

const ENDED = {
  short_links: { key: sql.ref('code'), end: sql.ref('expires_at') },
  link_misses: { key: sql.ref('key'), end: sql.ref('until') },
}

/**
 * In system scope: deletes links that have ended, with their hits, or the counts of windows that are over, at most so many, and
 * returns how many. What links said about patients stays as marks. A link that is asked for again meanwhile stays too.
 */
export async function deleteEnded(
  tx: Tx,
  table: keyof typeof ENDED,
  { before, chunk }: { before: Date; chunk: number },
): Promise<number> {
  const { key, end } = ENDED[table]
  const { rows } = await sql`
    with old as (select ${key} from ${sql.table(table)} where ${end} < ${before} order by ${end} limit ${chunk})
    delete from ${sql.table(table)} where ${key} in (select ${key} from old) and ${end} < ${before}
    returning ${key}`.execute(tx)
  return rows.length
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
