/** The files that were uploaded for themselves. */
import type { ListedFile } from '@foyer/contracts/imports/record-calls.ts'
import type { Selectable } from 'kysely'
import { newestPage, type Position } from '../../db/keyset.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { documentOf } from '../records/kept-files.rules.ts'
import type { StoredFileTable } from './stored-files.tables.ts'

/** Sent without waiting: a failure fails the transaction. */
export function addStoredFile(tx: Tx, file: Omit<ListedFile, 'url' | 'removed'>): void {
  const row = {
    ...{ organization_id: file.organizationId, id: file._id, name: file.name, content_type: file.contentType },
    ...{ size: file.size, created_at: new Date(file.createdAt), created_by: file.createdBy },
    ...{ created_by_name: file.createdByName, version: file.version },
  }
  sendUnawaited(tx, tx.insertInto('stored_files').values(row))
}

interface Asked {
  readonly organizationId: string
  readonly after: Position | null
  readonly limit: number
}

/** A page of the files, the newest first. */
export async function listStoredFiles(
  tx: Tx,
  { organizationId, after, limit }: Asked,
): Promise<{ files: ListedFile[]; end: Position | null }> {
  const query = filesOf(tx, organizationId)
  const { shown, end } = await newestPage(query, 'stored_files', { after, limit })
  return { files: shown.map(fileOf), end }
}

interface FileKey {
  readonly organizationId: string
  readonly id: string
}

export async function findStoredFile(tx: Tx, { organizationId, id }: FileKey): Promise<ListedFile | undefined> {
  const row = await filesOf(tx, organizationId).where('id', '=', id).executeTakeFirst()
  return row && fileOf(row)
}

/** Deletes and returns the file. If two calls delete it at once, the second one gets nothing. */
export async function deleteStoredFile(tx: Tx, { organizationId, id }: FileKey): Promise<ListedFile | undefined> {
  const row = await tx
    .deleteFrom('stored_files')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && fileOf(row)
}

const COLUMNS = [
  ...(['organization_id', 'id', 'name', 'content_type', 'size', 'created_at', 'created_by'] as const),
  ...(['created_by_name', 'version'] as const),
] as const

function filesOf(tx: Tx, organizationId: string) {
  return tx.selectFrom('stored_files').select(COLUMNS).where('organization_id', '=', organizationId)
}

function fileOf(row: Selectable<StoredFileTable>): ListedFile {
  return { ...documentOf(row), organizationId: row.organization_id, removed: false, version: row.version }
}
