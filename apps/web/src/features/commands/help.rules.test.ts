import { expect, test } from 'vitest'
import type { Command } from '../../lib/commands.rules.ts'
import { linesOf } from './help.rules.ts'

const commands: Command[] = [
  { id: 'next', title: 'Next', keys: ['j'], group: 'Conversations' },
  { id: 'below', title: 'Next', keys: ['arrowdown'], group: 'Conversations' },
  { id: 'page', title: 'Go to Inbox', keys: ['g i'], group: 'Everywhere' },
  { id: 'go', title: 'Go', keys: ['mod+k'], group: 'Everywhere' },
]

test('[DESIGN-13] what does the same is one line', () => {
  expect(linesOf(commands, 'Conversations', true)).toEqual([{ title: 'Next', keys: ['j', 'arrowdown'], off: false }])
})

test('[DESIGN-13] with characters turned off the keys that are left stand there; where none is, it says so', () => {
  expect(linesOf(commands, 'Conversations', false)).toEqual([{ title: 'Next', keys: ['arrowdown'], off: false }])
  expect(linesOf(commands, 'Everywhere', false)).toEqual([
    { title: 'Go to Inbox', keys: ['g i'], off: true },
    { title: 'Go', keys: ['mod+k'], off: false },
  ])
})
