import { expect, test } from 'vitest'
import { titleOf } from './flow.rules.ts'
import type { FlowNode } from './flow.ts'
import { shortened } from './shortened.rules.ts'

test('shortened leaves no half of an emoji when it cuts one', () => {
  expect(shortened('Hello 😀', 7)).toBe('Hello ')
  expect(shortened('Hello 😀', 8)).toBe('Hello 😀')
})

test('titleOf is well-formed when the words of a block are cut within an emoji', () => {
  const node: FlowNode = { id: 'm', kind: 'message', text: `${'x'.repeat(59)}😀`, options: [] }
  expect(titleOf(node)).toBe('x'.repeat(59))
})
