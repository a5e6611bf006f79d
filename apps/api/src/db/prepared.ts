/**
 * Statements that are compiled once, for queries that every call makes. Their text is constant and names its columns,
 * so that an added column does not invalidate their plan.
 */
import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from './tx.ts'

const names = new Set<string>()

/** A placeholder for a value while a statement is built: it can be passed on, but not read. */
class Given {
  readonly key: PropertyKey
  constructor(key: PropertyKey) {
    this.key = key
  }
  toJSON(): never {
    throw new Error(`A prepared statement reads its value ${String(this.key)}.`)
  }
  [Symbol.toPrimitive](): never {
    return this.toJSON()
  }
}

interface Prepared<Values extends object, Row> {
  (queries: Queries, values: Values): Promise<Row[]>
  /** The statement with these values, to send without waiting for its answer. */
  with(queries: Queries, values: Values): Compilable<Row>
}

/** Calls `build` once, with placeholders for the values; it must pass them on one by one. */
export function prepared<Values extends object, Row>(
  name: string,
  build: (queries: Queries, values: Values) => Compilable<Row>,
): Prepared<Values, Row> {
  if (names.has(name)) throw new Error(`Two prepared statements are called ${name}.`)
  names.add(name)
  let made: CompiledQuery<Row> | undefined
  const places = new Proxy({} as Values, {
    get: (_, key) => new Given(key),
    ownKeys() {
      throw new Error(`The prepared statement ${name} enumerates its values.`)
    },
  })
  function compile(queries: Queries, values: Values): CompiledQuery<Row> {
    made ??= build(queries, places).compile()
    const parameters = made.parameters.map((one) => (one instanceof Given ? values[one.key as keyof Values] : one))
    return { ...made, parameters }
  }
  async function execute(queries: Queries, values: Values): Promise<Row[]> {
    const { rows } = await queries.executeQuery<Row>(compile(queries, values))
    return rows
  }
  return Object.assign(execute, {
    with: (queries: Queries, values: Values) => ({ compile: () => compile(queries, values) }),
  })
}
