import { frontDesk } from '@foyer/contracts/chatbot/front-desk.suite.ts'
import { expect, test } from 'vitest'
import { changeCount, changesBetween } from './changes.rules.ts'

test('changes are told block by block, with the words before and after', () => {
  const before = frontDesk()
  const after = {
    ...before,
    nodes: [
      ...before.nodes
        .filter(({ id }) => id !== 'medicine')
        .map((node) => (node.id === 'welcome' ? { ...node, text: 'Hello', at: { x: 1, y: 2 } } : node)),
      { id: 'more', kind: 'message' as const, text: 'One more thing', options: [] },
    ],
    edges: before.edges.filter(({ source, target }) => source !== 'medicine' && target !== 'medicine'),
  }
  const changes = changesBetween(before, after)
  expect(changes.map(({ id, kind }) => [id, kind])).toEqual([
    ['welcome', 'changed'],
    ['help', 'changed'],
    ['medicine', 'removed'],
    ['more', 'added'],
  ])
  expect(changes[0]).toMatchObject({ wordsAfter: expect.stringContaining('Hello') })
  expect(changes[1]?.wordsBefore).toContain('Refill a prescription → Which medicine?')
  expect(changeCount(changes)).toBe('1 added, 2 changed, 1 removed')
})

test('a block that only moved is no change', () => {
  const before = frontDesk()
  const after = { ...before, nodes: before.nodes.map((node) => ({ ...node, at: { x: 5, y: 5 } })) }
  expect(changesBetween(before, after)).toEqual([])
  expect(changeCount([])).toBe('No block differs')
})
