import { expect, test } from 'vitest'
import type { Command } from '../../lib/commands.rules.ts'
import { linesOf } from './help.rules.ts'

const commands: Command[] = [
  { id: 'next', title: 'Next', keys: ['j'], group: 'Conversations' },
  { id: 'below', title: 'Next', keys: ['arrowdown'], group: 'Conversations' },
  { id: 'page', title: 'Go to Inbox', keys: ['g i'], group: 'Everywhere' },
  { id: 'go', title: 'Go', keys: ['mod+k'], group: 'Everywhere' },
  { id: 'bar', title: 'Only in the command bar', keys: [], group: 'Everywhere' },
]

test('linesOf joins commands with the same title in one line [DESIGN-13]', () => {
  expect(linesOf(commands, 'Conversations', true)).toEqual([{ title: 'Next', keys: ['j', 'arrowdown'], off: false }])
})

test('linesOf leaves out single characters when they are off, and marks a line without other keys [DESIGN-13]', () => {
  expect(linesOf(commands, 'Conversations', false)).toEqual([{ title: 'Next', keys: ['arrowdown'], off: false }])
  expect(linesOf(commands, 'Everywhere', false)).toEqual([
    { title: 'Go to Inbox', keys: ['g i'], off: true },
    { title: 'Go', keys: ['mod+k'], off: false },
  ])
})
