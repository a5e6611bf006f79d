/** The objects through which statements run. */
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** A running transaction. Its queries must use it and never the pool. */
export type Tx = Transaction<Schema>

/** A transaction, or the pool for a single statement. */
export type Queries = Kysely<Schema>
