/** Chunks of an audience with all that its plan needs to know, in two statements each. */
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { addressOf, type FactsAsked, type FoundFacts, factsOf, ownsConversation } from '../facts.store.ts'
import type { PatientFacts } from './plan.rules.ts'
import type { AudienceSource } from './source.store.ts'

export interface Chunk {
  readonly patients: readonly PatientFacts[]
  /** The last patient who was looked at, whether in the audience or not; null at the end of the audience. */
  readonly end: string | null
}

export interface Window {
  readonly after: string | null
  /** How many patients are looked at. */
  readonly size: number
}

/** The audience among the next patients in the order of ids: a chunk costs the same however few of them are in it. */
export async function readChunk(
  tx: Tx,
  source: AudienceSource,
  asked: FactsAsked,
  { after, size }: Window,
): Promise<Chunk> {
  const listed = source.ids && listedAfter(source.ids, after, size)
  if (listed?.length === 0) return { patients: [], end: null }
  const { rows } = await sql<Partial<FoundFacts> & { scannedId: string }>`
    with scanned as materialized (
      select p.id from patients as p
      where p.organization_id = ${source.organizationId}
        ${listed === null ? sql`` : sql`and p.id = any(${listed}::text[])`}
        ${after === null ? sql`` : sql`and p.id > ${after}`}
      order by p.id limit ${sql.lit(size)}
    )
    select scanned.id as "scannedId", found.*
    from scanned left join lateral (${factsOf(asked, sql`scanned.id`, source.fits)}) as found on true
    order by scanned.id`.execute(tx)
  const found = rows.filter((row): row is FoundFacts & { scannedId: string } => row.patientId !== null)
  const patients = await withSharing(tx, source, asked, found)
  const last = listed?.at(-1) ?? rows.at(-1)?.scannedId ?? null
  return { patients, end: (listed ?? rows).length < size ? null : last }
}

/** An id that is no longer listed was the last one of an earlier list: then all are looked at again from the first. */
function listedAfter(ids: readonly string[], after: string | null, size: number): string[] {
  const from = after === null ? 0 : ids.indexOf(after) + 1
  return ids.slice(from, from + size)
}

/** So many of one address are compared. More share the number of a nursing home, and of these one gets it. */
const SHARING_MAX = 20
/** A longer list is not sent to the store once more with each chunk. */
const LISTED_MAX = 1000

async function withSharing(
  tx: Tx,
  { organizationId, fits, ids }: AudienceSource,
  asked: FactsAsked,
  rows: readonly FoundFacts[],
): Promise<PatientFacts[]> {
  const shared = rows.flatMap(({ address, isShared }) => (isShared && address !== null ? [address] : []))
  if (shared.length === 0) return rows.map((row) => ({ ...row, sharing: null }))
  const isListed = ids === null || ids.length > LISTED_MAX ? sql`true` : sql`p.id = any(${[...ids]}::text[])`
  // In the order of the plan's rule.
  const members = sql`
    select p.id from patients as p
    where p.organization_id = ${organizationId} and ${addressOf(asked)} = given.address and ${fits} and ${isListed}
    order by ${asked.type === 'SMS' ? sql`${ownsConversation} desc,` : sql``} p.birthdate, p.id limit ${sql.lit(SHARING_MAX)}`
  const { rows: sharing } = await sql<FoundFacts>`
    select found.* from unnest(${[...new Set(shared)]}::text[]) as given (address)
    cross join lateral (${members}) as member
    cross join lateral (${factsOf(asked, sql`member.id`)}) as found`.execute(tx)
  const listed = ids && new Set(ids)
  const inAudience = sharing.filter(({ patientId }) => listed === null || listed.has(patientId))
  const byAddress = Map.groupBy(inAudience, ({ address }) => address)
  return rows.map((row) => {
    const all = row.isShared ? (byAddress.get(row.address) ?? []) : []
    return { ...row, sharing: all.some(({ patientId }) => patientId !== row.patientId) ? all : null }
  })
}
