/** The schemas of GraphQL, to which each module adds its fields. A field makes a call of the contracts; it reads no rows itself. */
import SchemaBuilder from '@pothos/core'
import type { GraphQLSchema } from 'graphql'
import type { Perform } from '../perform.ts'

/** The context of one request's fields. */
export interface GraphContext {
  readonly perform: Perform
  /** The organization that a field asks about, by its argument `organizationId`, which may be left out. */
  readonly inOrganization: (named: string | null | undefined) => { readonly organizationId: string }
  readonly requestId: string
  /** The statements so far, where the caller asks what the request costs. */
  readonly explained?: { readonly statements: number }
  readonly asked?: string
}

interface Types {
  Context: GraphContext
  DefaultFieldNullability: false
  Scalars: {
    ID: { Input: string; Output: string }
    JSON: { Input: unknown; Output: unknown }
  }
}

function createBuilder() {
  const builder = new SchemaBuilder<Types>({ defaultFieldNullability: false })
  builder.scalarType('JSON', {
    description: 'Any JSON. The call that gets it checks it.',
    serialize: (value) => value,
    parseValue: (value) => value,
  })
  builder.queryType({})
  builder.mutationType({})
  return builder
}

export type GraphBuilder = ReturnType<typeof createBuilder>

/** The fields of one module. */
export type AddFields = (builder: GraphBuilder) => void

/** The schemas by name: each has a path of its own. Strangers ask `intake`. */
export const GRAPHS = ['main', 'notes', 'intake'] as const
export type GraphName = (typeof GRAPHS)[number]

/** The fields that a module adds to each schema. */
export type ModuleFields = Readonly<Partial<Record<GraphName, AddFields>>>

/** The weight of a field, for the limits. */
export interface FieldExtensions {
  /** The most rows of a list. */
  readonly most?: number
  /** The child of the row that is read for it, also where it is a value: as much as a row, once for all fields that have it. */
  readonly child?: string
  /** The most bytes that the variables of a request with the field may have; absent: as many as a query's. */
  readonly variableBytes?: number
}

export const extensionsOf = (extensions: FieldExtensions) => ({ ...extensions })

export function createGraph(fields: readonly AddFields[]): GraphQLSchema {
  const builder = createBuilder()
  for (const add of fields) add(builder)
  return builder.toSchema()
}

interface WithFields {
  readonly fields?: ModuleFields
}

/** The schema to which the modules add these fields. */
export function graphOf(name: GraphName, modules: readonly WithFields[]): GraphQLSchema {
  return createGraph(modules.flatMap(({ fields }) => fields?.[name] ?? []))
}
