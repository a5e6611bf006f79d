/** Personal addresses, tokens of pages that were sent, and how often forms are sent. */
import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/tx.ts'

interface NewLink {
  readonly organizationId: string
  readonly digest: string
  readonly formId: string
  readonly patientId: string
  readonly createdBy: string
  readonly expiresAt: Date
}

export async function addLink(tx: Tx, link: NewLink): Promise<void> {
  await tx
    .insertInto('form_links')
    .values({
      ...{ organization_id: link.organizationId, digest: link.digest, form_id: link.formId },
      ...{ patient_id: link.patientId, created_by: link.createdBy, expires_at: link.expiresAt },
    })
    .execute()
}

interface WantedLink {
  readonly organizationId: string
  readonly formId: string
  readonly digest: string
  readonly now: Date
}

/** The patient of a link that still works. */
export async function findLinkedPatient(tx: Tx, wanted: WantedLink): Promise<string | null> {
  const row = await linksOf(tx, wanted).executeTakeFirst()
  return row?.patient_id ?? null
}

/** Uses the link up; null if it no longer works. */
export async function spendLink(tx: Tx, { organizationId, formId, digest, now }: WantedLink): Promise<string | null> {
  const row = await tx
    .updateTable('form_links')
    .set({ used_at: now })
    .where('organization_id', '=', organizationId)
    .where('form_id', '=', formId)
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .returning('patient_id')
    .executeTakeFirst()
  return row?.patient_id ?? null
}

function linksOf(tx: Tx, { organizationId, formId, digest, now }: WantedLink) {
  return tx
    .selectFrom('form_links')
    .select('patient_id')
    .where('organization_id', '=', organizationId)
    .where('form_id', '=', formId)
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
}

interface TokenUse {
  readonly organizationId: string
  readonly digest: string
  readonly answersDigest: string
  readonly submissionId: string
  readonly expiresAt: Date
}

/** Takes the token for the submission; the earlier use if there is one. A use by another process at once is waited for. */
export async function takeToken(
  tx: Tx,
  { organizationId, digest, answersDigest, submissionId, expiresAt }: TokenUse,
): Promise<{ readonly submissionId: string; readonly isSame: boolean } | null> {
  const added = await tx
    .insertInto('form_tokens')
    .values({
      ...{ organization_id: organizationId, digest, answers_digest: answersDigest, submission_id: submissionId },
      expires_at: expiresAt,
    })
    .onConflict((on) => on.doNothing())
    .returning('digest')
    .executeTakeFirst()
  if (added) return null
  const earlier = await tx
    .selectFrom('form_tokens')
    .select(['submission_id', 'answers_digest'])
    .where('organization_id', '=', organizationId)
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow()
  return { submissionId: earlier.submission_id, isSame: earlier.answers_digest === answersDigest }
}

export interface Window {
  /** A hash. */
  readonly key: string
  readonly ms: number
}

export interface Uses {
  readonly uses: number
  readonly until: Date
}

interface Counting {
  readonly now: Date
  /** The keys of windows whose uses are read and not counted. */
  readonly alsoRead?: readonly string[]
}

/** In system scope, one statement: counts a use in each window, and says until when it lasts. */
export async function countUses(
  queries: Queries,
  windows: readonly Window[],
  { now, alsoRead = [] }: Counting,
): Promise<ReadonlyMap<string, Uses>> {
  // In the order of the keys, so that two processes never wait for each other.
  const sorted = [...windows].sort((one, other) => (one.key < other.key ? -1 : 1))
  const ends = sorted.map(({ ms }) => new Date(now.getTime() + ms).toISOString())
  const { rows } = await sql<Uses & { key: string }>`
    with counted as (
      insert into form_uses as here (key, uses, until)
      select key, 1, until from unnest(${sorted.map(({ key }) => key)}::text[], ${ends}::timestamptz[]) as given (key, until)
      on conflict (key) do update set
        uses = case when here.until <= ${now} then 1 else here.uses + 1 end,
        until = case when here.until <= ${now} then excluded.until else here.until end
      returning key, uses, until)
    select key, uses, until from counted
    union all
    select key, uses, until from form_uses where key = any(${alsoRead}::text[]) and until > ${now}`.execute(queries)
  return new Map(rows.map(({ key, ...counted }) => [key, counted]))
}

/** In system scope, one statement: the uses in windows that last. */
export async function readUses(
  queries: Queries,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Uses>> {
  const rows = await queries
    .selectFrom('form_uses')
    .select(['key', 'uses', 'until'])
    .where('key', 'in', keys)
    .where('until', '>', now)
    .execute()
  return new Map(rows.map(({ key, ...used }) => [key, used]))
}

/** In system scope: deletes what has ended. */
export async function deleteEnded(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('form_links').where('expires_at', '<', before).execute()
  await tx.deleteFrom('form_tokens').where('expires_at', '<', before).execute()
  await tx.deleteFrom('form_uses').where('until', '<', before).execute()
}

/** The only patient with this number and birth date; null if there is none, or several such as twins. */
export async function findSuggestion(
  tx: Tx,
  {
    organizationId,
    phoneNumbers,
    birthdates,
  }: {
    readonly organizationId: string
    readonly phoneNumbers: readonly string[]
    readonly birthdates: readonly string[]
  },
): Promise<{ readonly patientId: string; readonly name: string } | null> {
  if (phoneNumbers.length === 0 || birthdates.length === 0) return null
  const [found, another] = await tx
    .selectFrom('patients')
    .select(['id', 'first_name', 'last_name'])
    .where('organization_id', '=', organizationId)
    .where('phone_number', 'in', phoneNumbers)
    .where('birthdate', 'in', birthdates)
    .orderBy('id')
    .limit(2)
    .execute()
  if (!found || another) return null
  return { patientId: found.id, name: `${found.first_name} ${found.last_name}`.trim() }
}
