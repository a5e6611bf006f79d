import type { BaseServices } from '../services.ts'
import type { Tx } from './tx.ts'

/** The most rows that one transaction deletes, so that other transactions do not wait long for its locks. */
const CHUNK = 2000

/** In system scope: deletes in transactions of their own until one finds fewer rows than it may delete. */
export async function deleteInChunks(
  { database }: Pick<BaseServices, 'database'>,
  deleteChunk: (tx: Tx, chunk: number) => Promise<number>,
): Promise<void> {
  while ((await database.system((tx) => deleteChunk(tx, CHUNK))) === CHUNK);
}
