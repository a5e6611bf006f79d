import {
  CompiledQuery,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'

export type Isolation = 'repeatable read' | 'read committed'

interface Tenancy {
  readonly isolation: Isolation
  readonly organizationId: string
}

/** Begins each transaction as foyer_app with its organization set, in one round trip. */
export function tenantDialect(pool: pg.Pool, tenancy: Tenancy): Dialect {
  return {
    createDriver: () => new TenantDriver(pool, tenancy),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (database) => new PostgresIntrospector(database),
  }
}

type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0]

class TenantDriver extends PostgresDriver {
  readonly #begin: CompiledQuery

  constructor(pool: pg.Pool, { isolation, organizationId }: Tenancy) {
    super({ pool })
    // `set_config('role', ...)` equals SET LOCAL ROLE: both settings end with the transaction.
    this.#begin = CompiledQuery.raw(`start transaction isolation level ${isolation};
      select set_config('role', 'foyer_app', true), set_config('app.org', ${pg.escapeLiteral(organizationId)}, true)`)
  }

  override async beginTransaction(connection: PostgresConnection): Promise<void> {
    try {
      await connection.executeQuery(this.#begin)
    } catch (error) {
      // The transaction may have begun without its settings, so it is rolled back or the connection is closed.
      await this.rollbackTransaction(connection).catch(() => undefined)
      throw error
    }
  }
}
