/** Where the bytes of files lie: outside the database, each under an id that we made and nobody chose. */
import type { Readable } from 'node:stream'

export interface ByteRange {
  readonly start: number
  /** The last byte, itself included. */
  readonly end: number
}

export interface FileStorage {
  /** Once this resolves the bytes are there for good; when it rejects nothing of them is. */
  put(id: string, bytes: Readable, size: number): Promise<void>
  /** Refused as `not_found` where there is nothing of this id. */
  get(id: string, range?: ByteRange): Promise<Readable>
  /** Nothing to delete is fine. */
  delete(id: string): Promise<void>
}
