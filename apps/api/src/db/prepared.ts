/**
 * Statements that every call makes. Such a one is put together once, and a connection reads it once and soon plans it no more:
 * after that only its values go to the server. Its text never changes and names its columns, so that a table that gets
 * another one meanwhile doesn't take its plan away.
 */
import type { Compilable, CompiledQuery } from 'kysely'
import pg from 'pg'
import { isPlanGone } from './failure.rules.ts'
import type { Queries } from './tx.ts'

const names = new Set<string>()
const nameOf = new Map<string, string>()

/** Stands for a value while a statement is put together: it can be handed on, and no more. */
class Given {
  readonly key: PropertyKey
  constructor(key: PropertyKey) {
    this.key = key
  }
  toJSON(): never {
    throw new Error(`A prepared statement looks at its value ${String(this.key)}.`)
  }
  [Symbol.toPrimitive](): never {
    return this.toJSON()
  }
}

/** `build` is called once, with what stands for the values: it hands them on one by one. */
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
      throw new Error(`The prepared statement ${name} asks which values there are.`)
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

/** A connection that says a statement's name, if it has one. */
export class PreparingClient extends pg.Client {
  /** The server has them no more, and the driver doesn't know that: they are said in full. */
  readonly #gone = new Set<string>()

  // biome-ignore lint/suspicious/noExplicitAny: as many ways to call it as pg has
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
