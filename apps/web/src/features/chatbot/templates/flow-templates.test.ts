import { flowSchema } from '@foyer/contracts/chatbot/flow.ts'
import { checkAll } from '@foyer/flow/check.ts'
import { makeMachine } from '@foyer/flow/machine.ts'
import { expect, test } from 'vitest'
import { emptyTemplate, flowTemplates } from './flow-templates.rules.ts'

const none: ReadonlySet<string> = new Set()
const references = {
  staff: none,
  roles: none,
  files: none,
  doctors: none,
  forms: none,
  endpoints: none,
  keywords: none,
}

test.each(flowTemplates.map((template) => [template.name, template] as const))(
  'the template %s is a flow without a problem',
  (_, { flow }) => {
    const made = flowSchema.parse({ ...flow, _id: 'bot_new' })
    expect(checkAll(made, references)).toEqual([])
    expect(makeMachine(made).ring).toBeNull()
  },
)

test('the empty template is a flow that says what it needs', () => {
  const made = flowSchema.parse({ ...emptyTemplate.flow, _id: 'bot_new' })
  expect(checkAll(made, references).map(({ code }) => code)).toEqual(['dead_end'])
})
