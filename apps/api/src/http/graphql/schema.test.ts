import path from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { expect, test } from 'vitest'
import { modules } from '../../modules.ts'
import { createGraph } from './builder.ts'

const KEPT = path.join(import.meta.dirname, '../../../../../packages/contracts/graphql/main.graphql')

const graph = createGraph(modules.flatMap(({ fields }) => fields ?? []))

/** After a change: `npx vitest run apps/api/src/http/graphql/schema.test.ts -u`. */
test('the schema of the main GraphQL is what was agreed [OPEN-050]', async () => {
  await expect(`${printSchema(lexicographicSortSchema(graph))}\n`).toMatchFileSnapshot(KEPT)
})

test('the schema has the fields of automations [OPEN-033] [OPEN-035] [OPEN-050]', () => {
  expect(Object.keys(graph.getQueryType()?.getFields() ?? {})).toContain('automations')
  expect(Object.keys(graph.getMutationType()?.getFields() ?? {})).toEqual(
    expect.arrayContaining(['saveAutomation', 'deleteAutomation']),
  )
})
