/**
 * Statements that every call makes. Such a one is put together once, and a connection reads and plans it once: after that only its
 * values go to the server. Its text never changes and names its columns, so that a table that gets another one meanwhile
 * doesn't take its plan away.
 */
import type { Compilable, CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Queries } from './database.ts'

/** Whom the server knows each text as. */
const nameOf = new Map<string, string>()

class Given {
  readonly key: PropertyKey
  constructor(key: PropertyKey) {
    this.key = key
  }
}

/** `build` is called once, with what stands for the values: it may hand them on and not look at them. */
export function prepared<Values extends object, Row>(
  name: string,
  build: (queries: Queries, values: Values) => Compilable<Row>,
): (queries: Queries, values: Values) => Promise<Row[]> {
  let made: CompiledQuery<Row> | undefined
  const places = new Proxy({}, { get: (_, key) => new Given(key) }) as Values
  return async (queries, values) => {
    if (!made) {
      made = build(queries, places).compile()
      nameOf.set(made.sql, name)
    }
    const parameters = made.parameters.map((one) => (one instanceof Given ? values[one.key as keyof Values] : one))
    const { rows } = await queries.executeQuery<Row>({ ...made, parameters })
    return rows
  }
}

/** A connection that says a statement's name, if it has one. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: as many ways to call it as pg has
  override query(...asked: any[]): any {
    const [text, values] = asked
    const name = typeof text === 'string' ? nameOf.get(text) : undefined
    const ask = super.query.bind(this) as (...asked: unknown[]) => unknown
    return name === undefined ? ask(...asked) : ask({ name, text, values })
  }
}
