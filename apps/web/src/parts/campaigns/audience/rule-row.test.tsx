import { FILTERS, filterFields, filterLabel, kindOf, operatorsOf } from '@foyer/contracts/campaign/filters.rules.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { showSettings } from '../../../../test/settings-world.tsx'
import { Queries } from '../../queries.tsx'
import { RuleRow } from './rule-row.tsx'
import { newRule, type TypedRule } from './typed-rules.rules.ts'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const every: TypedRule[] = filterFields.flatMap((field) =>
  operatorsOf(field).map((op) => ({ ...newRule(`${field} ${op}`, field), op, text: '' })),
)

test('rule row has a value for each operator of the table, and says what is wrong with it [TMPL-01]', async () => {
  const rows = every.map((rule, place) => (
    <RuleRow
      key={rule.key}
      {...{ rule, place, organizationId: 'org_cedar', error: `wrong ${place}` }}
      onChange={() => undefined}
      onRemove={() => undefined}
    />
  ))
  // The rows need no lists, and an answer would change them after the test.
  const silent = () => new Promise<never>(() => undefined)
  showSettings(
    <Queries>
      <ul>{rows}</ul>
    </Queries>,
    { doctors: silent, campaigns: silent, imports: silent },
  )
  expect(every).toHaveLength(Object.values(FILTERS).flatMap(Object.keys).length)
  for (const [place, { field, op }] of every.entries()) {
    const name = `Rule ${place + 1}`
    expect(screen.getByRole('button', { name: `${name}, field: ${filterLabel(field)}` })).toBeTruthy()
    const isSaid = screen.queryByText(`wrong ${place}`) !== null
    expect({ name, isSaid }).toEqual({ name, isSaid: kindOf(field, op) !== 'nothing' })
  }
})
