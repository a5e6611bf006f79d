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
  /** The place of its row. */
  readonly row: number
  constructor(key: PropertyKey, row: number) {
    this.key = key
    this.row = row
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
  const compile = compiler<Values, Row>(name, 1, (queries, [values]) => build(queries, values as Values))
  return Object.assign(
    async (queries: Queries, values: Values) => {
      const { rows } = await queries.executeQuery<Row>(compile(queries, [values]))
      return rows
    },
    { with: (queries: Queries, values: Values) => ({ compile: () => compile(queries, [values]) }) },
  )
}

/** The numbers of rows that a statement is made for. A server that meets every number would plan and keep a statement for each. */
const SIZES = [64, 16, 8, 4, 3, 2, 1]

interface PreparedForRows<Values extends object, Row> {
  /** The answers to all statements, in their order. */
  (queries: Queries, rows: readonly Values[]): Promise<Row[]>
  /** The statements with these rows, to send without waiting for their answers. */
  with(queries: Queries, rows: readonly Values[]): readonly Compilable<Row>[]
}

/** The same for any number of rows, by as few statements as a few fixed sizes allow. */
export function preparedForRows<Values extends object, Row>(
  name: string,
  build: (queries: Queries, rows: readonly [Values, ...Values[]]) => Compilable<Row>,
): PreparedForRows<Values, Row> {
  const compilers = SIZES.map((size) => ({ size, compile: compiler<Values, Row>(`${name}_${size}`, size, build) }))
  const statements = (queries: Queries, rows: readonly Values[]): CompiledQuery<Row>[] => {
    const fitting = compilers.find(({ size }) => size <= rows.length)
    if (!fitting) return []
    const { size, compile } = fitting
    return [compile(queries, rows.slice(0, size)), ...statements(queries, rows.slice(size))]
  }
  return Object.assign(
    async (queries: Queries, rows: readonly Values[]) => {
      const answers = await Promise.all(statements(queries, rows).map((one) => queries.executeQuery<Row>(one)))
      return answers.flatMap((answer) => answer.rows)
    },
    {
      with: (queries: Queries, rows: readonly Values[]) =>
        statements(queries, rows).map((one) => ({ compile: () => one })),
    },
  )
}

/** Builds the statement when it is first compiled. */
function compiler<Values extends object, Row>(
  name: string,
  size: number,
  build: (queries: Queries, rows: readonly [Values, ...Values[]]) => Compilable<Row>,
) {
  if (names.has(name)) throw new Error(`Two prepared statements are called ${name}.`)
  names.add(name)
  let made: CompiledQuery<Row> | undefined
  const placesOf = (row: number) =>
    new Proxy({} as Values, {
      get: (_, key) => new Given(key, row),
      ownKeys() {
        throw new Error(`The prepared statement ${name} enumerates its values.`)
      },
    })
  return (queries: Queries, rows: readonly Values[]): CompiledQuery<Row> => {
    made ??= build(
      queries,
      Array.from({ length: size }, (_, row) => placesOf(row)) as unknown as readonly [Values, ...Values[]],
    ).compile()
    const parameters = made.parameters.map((one) =>
      one instanceof Given ? rows[one.row]?.[one.key as keyof Values] : one,
    )
    return { ...made, parameters }
  }
}
