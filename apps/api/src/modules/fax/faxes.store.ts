import { type Fax, faxSchema } from '@foyer/contracts/fax/fax.ts'
import { faxChanged } from '@foyer/contracts/fax/fax-events.ts'
import { type Selectable, sql } from 'kysely'
import { newestPage, type Position } from '../../db/keyset.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, newEvent } from '../../events/append.ts'
import type { FaxTable } from './fax.tables.ts'
import { dueFaxes } from './fax-queue.store.ts'

/** The worker's facts of a fax beside those that screens see. */
export interface FaxWork {
  readonly fileId: string
  /** The number of the newest attempt; 0 before the first. */
  readonly attempt: number
  readonly calledAt: Date | null
  readonly sinchId: string | null
  readonly hintedAt: Date | null
  readonly looked: number
  readonly notTaken: number
}

export interface KeptFax {
  readonly fax: Fax
  readonly work: FaxWork
}

interface NewFax {
  readonly fax: Omit<Fax, 'version'>
  readonly fileId: string
}

export interface Told {
  readonly data: Fax
  readonly asOf: number
  readonly epoch: string
}

/** Adds a fax, which is due at once, as the last thing of the transaction. */
export async function addFax(tx: Tx, { fax, fileId }: NewFax, beforeHead?: () => Promise<unknown>): Promise<Told> {
  const at = new Date(fax.createdAt)
  const { organizationId } = fax
  const { seq, epoch } = await appendEvents(tx, { organizationId, at, beforeHead }, [
    {
      record: async ({ seq: version }) => {
        await tx
          .insertInto('faxes')
          .values({
            ...{ organization_id: organizationId, id: fax._id, number: fax.number, own_number: fax.ownNumber },
            ...{ note: fax.note, file_id: fileId, file_name: fax.file.name, file_size: fax.file.size },
            ...{ file_type: fax.file.contentType, pages: fax.pages, sent_by: fax.sentBy, again_of: fax.againOf },
            ...{ sent_by_name: fax.sentByName, created_at: at, due_at: at, status: fax.status, version },
            cause: fax.cause,
          })
          .execute()
        return newEvent(faxChanged, { ...fax, version })
      },
    },
  ])
  dueFaxes.wake(tx)
  return { data: { ...fax, version: seq }, asOf: seq, epoch }
}

export type FaxChanges = Partial<
  Pick<Fax, 'status' | 'cause' | 'pages' | 'pagesSent' | 'attempts' | 'nextAttemptAt' | 'completedAt'>
>

/** Writes what changed together with its event, as the last thing of the transaction. */
export async function changeFax(
  tx: Tx,
  { fax }: KeptFax,
  { changes, at }: { changes: FaxChanges; at: Date },
): Promise<Told> {
  const { organizationId, _id } = fax
  const after = { ...fax, ...changes }
  const { seq, epoch } = await appendEvents(tx, { organizationId, at }, [
    {
      record: async ({ seq: version }) => {
        await tx
          .updateTable('faxes')
          .set({
            ...{ status: after.status, cause: after.cause, pages: after.pages, pages_sent: after.pagesSent },
            ...{ attempts: JSON.stringify(after.attempts), next_attempt_at: after.nextAttemptAt, version },
            completed_at: after.completedAt,
          })
          .where('organization_id', '=', organizationId)
          .where('id', '=', _id)
          .execute()
        return newEvent(faxChanged, { ...after, version })
      },
    },
  ])
  return { data: { ...after, version: seq }, asOf: seq, epoch }
}

export async function findFax(tx: Tx, organizationId: string, id: string): Promise<KeptFax | undefined> {
  const row = await faxesOf(tx, organizationId).where('faxes.id', '=', id).executeTakeFirst()
  return row && keptOf(row)
}

/** The fax, locked until the transaction ends. */
export async function lockFax(tx: Tx, organizationId: string, id: string): Promise<KeptFax | undefined> {
  const lock = tx.selectFrom('faxes').select('id').where('organization_id', '=', organizationId).where('id', '=', id)
  // Sent together. The second one reads the fax, and the name of its number, as the lock's holder before it left them.
  const [, kept] = await Promise.all([lock.forUpdate().execute(), findFax(tx, organizationId, id)])
  return kept
}

interface Asked {
  readonly organizationId: string
  readonly status: Fax['status'] | undefined
  readonly search: string
  readonly number: string | undefined
  readonly after: Position | null
  readonly limit: number
}

/** A page of the faxes, the newest first. */
export async function listFaxes(
  tx: Tx,
  { organizationId, status, search, number, after, limit }: Asked,
): Promise<{ faxes: Fax[]; end: Position | null }> {
  let query = faxesOf(tx, organizationId)
  if (status !== undefined) query = query.where('faxes.status', '=', status)
  if (number !== undefined) query = query.where('faxes.number', '=', number)
  if (search !== '') query = query.where(matches(search))
  const { shown, end } = await newestPage(query, 'faxes', { after, limit })
  return { faxes: shown.map((row) => keptOf(row).fax), end }
}

/** Found by a part of the name or of the file's name, or by digits of the number. */
function matches(search: string) {
  const digits = search.replace(/\D/g, '')
  const found = [
    sql<boolean>`position(lower(${search}) in lower(coalesce(fax_names.name, ''))) > 0`,
    sql<boolean>`position(lower(${search}) in lower(faxes.file_name)) > 0`,
  ]
  if (digits.length >= 3) found.push(sql<boolean>`position(${digits} in faxes.number) > 0`)
  return sql<boolean>`(${sql.join(found, sql` or `)})`
}

function faxesOf(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('faxes')
    .leftJoin('fax_names', (join) =>
      join
        .onRef('fax_names.organization_id', '=', 'faxes.organization_id')
        .onRef('fax_names.number', '=', 'faxes.number'),
    )
    .select(['faxes.organization_id', 'faxes.id', 'faxes.number', 'own_number', 'note', 'status', 'cause', 'file_id'])
    .select(['file_name', 'file_size', 'file_type', 'pages', 'pages_sent', 'attempts', 'next_attempt_at', 'sent_by'])
    .select(['sent_by_name', 'created_at', 'completed_at', 'again_of', 'version', 'attempt', 'called_at', 'sinch_id'])
    .select(['hinted_at', 'looked', 'not_taken', 'fax_names.name'])
    .where('faxes.organization_id', '=', organizationId)
}

type Row = Omit<Selectable<FaxTable>, 'due_at' | 'leased_by' | 'leased_until'> & { readonly name: string | null }

function keptOf(row: Row): KeptFax {
  const fax: Fax = {
    _id: row.id,
    organizationId: row.organization_id,
    direction: 'outbound',
    number: row.number,
    ownNumber: row.own_number,
    name: row.name,
    note: row.note,
    status: row.status,
    cause: row.cause,
    file: { name: row.file_name, size: row.file_size, contentType: row.file_type },
    pages: row.pages,
    pagesSent: row.pages_sent,
    attempts: faxSchema.shape.attempts.parse(row.attempts),
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    sentBy: row.sent_by,
    sentByName: row.sent_by_name,
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    againOf: row.again_of,
    version: row.version,
  }
  const work: FaxWork = {
    ...{ fileId: row.file_id, attempt: row.attempt, calledAt: row.called_at, sinchId: row.sinch_id },
    ...{ hintedAt: row.hinted_at, looked: row.looked, notTaken: row.not_taken },
  }
  return { fax, work }
}
