/** The arguments of a list that is read page by page. */
import type { GraphBuilder } from './builder.ts'

type FieldBuilder = Parameters<Parameters<GraphBuilder['queryField']>[1]>[0]

export function pageArgs(t: FieldBuilder) {
  return {
    organizationId: t.arg.id(),
    search: t.arg.string(),
    limit: t.arg.int(),
    after: t.arg.id({ description: 'The `_id` of the last row of the page before.' }),
  }
}

/** The arguments that a request gives: GraphQL passes null for the others, which a call refuses. */
export function given<Arguments extends Record<string, unknown>>(
  all: Arguments,
): { [Name in keyof Arguments]?: NonNullable<Arguments[Name]> } {
  const entries = Object.entries(all).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof Arguments]?: NonNullable<Arguments[Name]> }
}
