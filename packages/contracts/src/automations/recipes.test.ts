import { expect, test } from 'vitest'
import { definitionSchema } from './definition.ts'
import { lint } from './lint.rules.ts'
import { RECIPES } from './recipes.rules.ts'
import { clinic, NOW } from './rules.suite.ts'

const context = {
  ...{ others: [], records: null, clinic, now: NOW, names: {} },
  ownTexts: { visits: [], campaigns: [] },
}

test.each(RECIPES)('the recipe $key is a whole definition without findings [OPEN-033]', ({ definition }) => {
  expect(lint(definitionSchema.parse(definition), context)).toEqual([])
})
