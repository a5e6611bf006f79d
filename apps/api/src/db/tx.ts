/** What statements go through. */
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** A running transaction. Queries go through it, never through the pool beside it. */
export type Tx = Transaction<Schema>

/** A transaction, or the pool for one statement of its own. */
export type Queries = Kysely<Schema>
