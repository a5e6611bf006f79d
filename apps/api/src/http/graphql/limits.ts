/** The limits of a document, which are asked before anything of it runs. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import type { FieldExtensions } from './builder.ts'

export const LIMITS = {
  /** The bytes of the query's text, and of its variables where no field takes more. */
  bytes: 10 * 1024,
  tokens: 1000,
  depth: 6,
  selections: 100,
  cost: 1000,
  /** The times that one field may be asked for side by side, under aliases. */
  aliases: 5,
} as const

interface Asked {
  readonly query: string
  readonly variables: unknown
}

/** Refused for a document that costs too much, and for one that is no single operation. Null: it may run. */
export function limitError({ query, variables }: Asked, schema: GraphQLSchema): GraphQLError | null {
  if (bytesOf(query) > LIMITS.bytes) return tooCostly(`At most ${LIMITS.bytes} bytes`)
  let document: DocumentNode
  try {
    document = parse(query, { noLocation: true, maxTokens: LIMITS.tokens })
  } catch (error) {
    // Another fault of the syntax is told by the parser of the request.
    return error instanceof GraphQLError && TOO_MANY_TOKENS.test(error.message)
      ? tooCostly(`At most ${LIMITS.tokens} tokens`)
      : null
  }
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  const [operation, ...others] = operations
  if (operation === undefined) return null
  if (others.length > 0) return refused('not_valid', 'A request has one operation.')
  const measured = new Measure(document, schema).ofOperation(operation)
  const words = wordsOf(measured)
  if (words !== null) return tooCostly(words)
  if (operation.operation === 'mutation' && measured.roots > 1) return tooCostly('At most one field of a mutation')
  if (bytesOf(JSON.stringify(variables ?? null)) > Math.max(LIMITS.bytes, measured.variableBytes))
    return tooCostly('The variables are too large')
  return null
}

/** The cost of a document; 0 for a text that is no document. */
export function measureOf(query: string, schema: GraphQLSchema): { readonly cost: number; readonly depth: number } {
  try {
    const document = parse(query, { noLocation: true, maxTokens: LIMITS.tokens })
    const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)
    return operation ? new Measure(document, schema).ofOperation(operation) : NOTHING
  } catch {
    return NOTHING
  }
}

const TOO_MANY_TOKENS = /tokens\. Parsing aborted/

interface Measured {
  readonly depth: number
  readonly selections: number
  readonly cost: number
  readonly aliases: number
  readonly roots: number
  readonly variableBytes: number
}

function wordsOf({ depth, selections, cost, aliases }: Measured): string | null {
  if (depth > LIMITS.depth) return `At most ${LIMITS.depth} levels`
  if (selections > LIMITS.selections) return `At most ${LIMITS.selections} fields`
  if (aliases > LIMITS.aliases) return `One field at most ${LIMITS.aliases} times side by side`
  return cost > LIMITS.cost ? `At most a cost of ${LIMITS.cost}` : null
}

const NOTHING: Measured = { depth: 0, selections: 0, cost: 0, aliases: 0, roots: 0, variableBytes: 0 }

/** Measures a document with its fragments in place. Introspection costs nothing. */
class Measure {
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** The fields that were seen: fragments within fragments can name more than memory holds. */
  #seen = 0

  constructor({ definitions }: DocumentNode, schema: GraphQLSchema) {
    this.#schema = schema
    const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
    this.#fragments = new Map(fragments.map((one) => [one.name.value, one]))
  }

  ofOperation({ operation, selectionSet }: OperationDefinitionNode): Measured {
    const type = this.#schema.getRootType(operation)
    const fields = this.#fieldsOf(selectionSet, [])
    return { ...this.#ofFields(fields, type ?? undefined), roots: fields.length }
  }

  /** The fields of a selection with those of its fragments. */
  #fieldsOf({ selections }: SelectionSetNode, within: readonly string[]): FieldNode[] {
    return selections.flatMap((one): FieldNode[] => {
      // Beyond the limit nothing is counted any more: the document is refused.
      if (this.#seen > LIMITS.selections) return []
      if (one.kind === Kind.INLINE_FRAGMENT) return this.#fieldsOf(one.selectionSet, within)
      if (one.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = this.#fragments.get(one.name.value)
        this.#seen += 1
        // The validation refuses a circle of fragments, and one that is missing.
        if (!fragment || within.includes(one.name.value)) return []
        return this.#fieldsOf(fragment.selectionSet, [...within, one.name.value])
      }
      if (one.name.value === '__schema' || one.name.value === '__type') return []
      this.#seen += 1
      return [one]
    })
  }

  #ofFields(fields: readonly FieldNode[], type: GraphQLNamedType | undefined): Measured {
    const times = new Map<string, number>()
    const children = new Set<string>()
    let sum: Measured = NOTHING
    for (const field of fields) {
      const name = field.name.value
      times.set(name, (times.get(name) ?? 0) + 1)
      const known = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
      const { most = 1, child, variableBytes = 0 } = (known?.extensions ?? {}) as FieldExtensions
      const below = field.selectionSet
        ? this.#ofFields(this.#fieldsOf(field.selectionSet, []), known && getNamedType(known.type))
        : null
      const reads = child === undefined ? below !== null : !children.has(child)
      if (child !== undefined) children.add(child)
      sum = {
        depth: Math.max(sum.depth, 1 + (below?.depth ?? 0)),
        selections: sum.selections + 1 + (below?.selections ?? 0),
        // A value of a row that is read anyway costs nothing.
        cost: sum.cost + Number(reads) + most * (below?.cost ?? 0),
        aliases: Math.max(sum.aliases, below?.aliases ?? 0),
        roots: 0,
        variableBytes: Math.max(sum.variableBytes, variableBytes),
      }
    }
    const selections = Math.max(sum.selections, this.#seen > LIMITS.selections ? this.#seen : 0)
    return { ...sum, selections, aliases: Math.max(sum.aliases, ...times.values()) }
  }
}

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).length

/** Yoga answers with this status to a client that takes `application/graphql-response+json`, and with 200 to another one. */
const http = { spec: true, status: 400 } as const

function refused(reason: 'not_valid' | 'too_costly', message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { reason, http } })
}

function tooCostly(words: string): GraphQLError {
  return refused('too_costly', `This request costs too much: ${words}.`)
}
