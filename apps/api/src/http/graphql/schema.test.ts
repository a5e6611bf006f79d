import path from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { expect, test } from 'vitest'
import { modules } from '../../modules.ts'
import { GRAPHS, graphOf } from './builder.ts'

const KEPT = path.join(import.meta.dirname, '../../../../../packages/contracts/graphql')

/** After a change: `npx vitest run apps/api/src/http/graphql/schema.test.ts -u`. */
test.each(GRAPHS.filter((name) => modules.some(({ fields }) => fields?.[name])))(
  'the schema of the %s GraphQL is what was agreed [OPEN-050]',
  async (name) => {
    const printed = `${printSchema(lexicographicSortSchema(graphOf(name, modules)))}\n`
    await expect(printed).toMatchFileSnapshot(path.join(KEPT, `${name}.graphql`))
  },
)

const graph = graphOf('main', modules)

test('the schema has the fields of automations [OPEN-033] [OPEN-035] [OPEN-050]', () => {
  expect(Object.keys(graph.getQueryType()?.getFields() ?? {})).toContain('automations')
  expect(Object.keys(graph.getMutationType()?.getFields() ?? {})).toEqual(
    expect.arrayContaining(['saveAutomation', 'deleteAutomation']),
  )
})
