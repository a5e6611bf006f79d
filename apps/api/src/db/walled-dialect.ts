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

interface Walls {
  readonly isolation: Isolation
  readonly organizationId: string
}

/** Whatever begins here begins as foyer_app and within the walls of one organization: both in one trip to the server. */
export function walledDialect(pool: pg.Pool, walls: Walls): Dialect {
  return {
    createDriver: () => new WalledDriver(pool, walls),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (database) => new PostgresIntrospector(database),
  }
}

type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0]

class WalledDriver extends PostgresDriver {
  readonly #begin: CompiledQuery

  constructor(pool: pg.Pool, { isolation, organizationId }: Walls) {
    super({ pool })
    // The second is the same as SET LOCAL ROLE: both settings end with the transaction.
    this.#begin = CompiledQuery.raw(`start transaction isolation level ${isolation};
      select set_config('role', 'foyer_app', true), set_config('app.org', ${pg.escapeLiteral(organizationId)}, true)`)
  }

  override async beginTransaction(connection: PostgresConnection): Promise<void> {
    try {
      await connection.executeQuery(this.#begin)
    } catch (error) {
      // It may have begun without its walls: that is taken back, or the connection is used for nothing more.
      await this.rollbackTransaction(connection).catch(() => undefined)
      throw error
    }
  }
}
