/**
 * Prepared statements for queries that every call makes. Such a statement is compiled once and parsed once per
 * connection; after that only its values are sent. Its text is constant and names its columns, so that an added
 * column does not invalidate its plan.
 */
import type { Compilable, CompiledQuery } from 'kysely'
import pg from 'pg'
import { isPlanGone } from './failure.rules.ts'
import type { Queries } from './tx.ts'

const names = new Set<string>()
const nameOf = new Map<string, string>()

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

/** Calls `build` once, with placeholders for the values; it must pass them on one by one. */
export function prepared<Values extends object, Row>(
  name: string,
  build: (queries: Queries, values: Values) => Compilable<Row>,
): (queries: Queries, values: Values) => Promise<Row[]> {
  if (names.has(name)) throw new Error(`Two prepared statements are called ${name}.`)
  names.add(name)
  let made: CompiledQuery<Row> | undefined
  const places = new Proxy({} as Values, {
    get: (_, key) => new Given(key),
    ownKeys() {
      throw new Error(`The prepared statement ${name} enumerates its values.`)
    },
  })
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

/** A connection that sends a statement by its name, if it has one. */
export class PreparingClient extends pg.Client {
  /** Statements that the server has lost without the driver's knowledge; their full text is sent. */
  readonly #gone = new Set<string>()

  // biome-ignore lint/suspicious/noExplicitAny: pg has this many overloads
  override query(...asked: any[]): any {
    const [text, ...rest] = asked
    const name = typeof text === 'string' && !this.#gone.has(text) ? nameOf.get(text) : undefined
    const ask = super.query.bind(this) as (...asked: unknown[]) => Promise<unknown> | undefined
    if (name === undefined) return ask(...asked)
    const answer = ask({ name, text }, ...rest)
    answer?.catch((error) => isPlanGone(error) && this.#gone.add(text))
    return answer
  }
}
