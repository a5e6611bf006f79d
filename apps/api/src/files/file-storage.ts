/** Stores the bytes of files outside the database, each under an id that the system generated. */
import type { Readable } from 'node:stream'

export interface ByteRange {
  readonly start: number
  /** The last byte, inclusive. */
  readonly end: number
}

export interface FileStorage {
  /** Durable once it resolves; when it rejects, nothing is stored. */
  put(id: string, bytes: Readable, size: number): Promise<void>
  /** Rejects with `not_found` when the id has no file. */
  get(id: string, range?: ByteRange): Promise<Readable>
  /** Succeeds when there is nothing to delete. */
  delete(id: string): Promise<void>
}
