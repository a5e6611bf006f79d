import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ConversationAction } from './conversation-actions.rules.ts'
import type { ListActor } from './list/conversation-list.machine.ts'
import { type Handled, moveOn } from './moving-on.actors.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  document.body.innerHTML = ''
})

const close = (conversationId: string): ConversationAction => ({ kind: 'close', conversationId, status: 'resolved' })

/** A list of the conversations a, b and c, of which `a` is open. */
function desk({ heldId = null, isWriting = false }: { heldId?: string | null; isWriting?: boolean } = {}) {
  const rows = ['a', 'b', 'c'].map((id) => ({ conversation: { ...conversationExample, id }, leaving: null }))
  const list = { getSnapshot: () => ({ context: { rows } }) } as unknown as ListActor
  const [open, leave, pauseKeys] = [vi.fn(), vi.fn(), vi.fn()]
  const address = { conversationId: 'a', open, leave } as never
  const parts = { list, address, userId: 'lena', heldId, isWriting: () => isWriting, pauseKeys }
  return {
    ...{ open, leave, pauseKeys },
    say: (stage: Handled['stage'], action: ConversationAction) =>
      moveOn(parts, { stage, conversationId: action.conversationId, action }),
  }
}

function focusBox() {
  document.body.innerHTML = '<textarea data-composer></textarea>'
  document.querySelector('textarea')?.focus()
}

describe('undo', () => {
  test.each([
    ['the list', null],
    ['"Next patient"', 'a'],
  ])('opens the conversation that %s left by that very action, once', (_by, heldId) => {
    const { say, open } = desk({ heldId })
    const [closing, star] = [close('a'), { kind: 'star', conversationId: 'a' } as const]
    for (const stage of ['asked', 'done'] as const) {
      say(stage, closing)
      say(stage, star)
    }
    open.mockClear()
    say('undone', star)
    say('undone', close('a'))
    expect(open).not.toHaveBeenCalled()
    say('undone', closing)
    say('undone', closing)
    expect(open.mock.calls).toEqual([['a']])
  })
})

describe('closing from the box', () => {
  test('opens the next conversation and pauses the keys when nothing is being written', () => {
    focusBox()
    const { say, open, pauseKeys } = desk()
    say('asked', close('a'))
    expect([open.mock.calls, pauseKeys.mock.calls]).toEqual([[['b']], [['b']]])
  })

  test('stays at the conversation while the user writes on', () => {
    focusBox()
    const { say, open, leave, pauseKeys } = desk({ isWriting: true })
    say('asked', close('a'))
    expect([open, leave, pauseKeys].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
  })

  test('leaves a draft behind when the focus is elsewhere, without a pause', () => {
    const { say, open, pauseKeys } = desk({ isWriting: true })
    say('asked', close('a'))
    expect([open.mock.calls, pauseKeys.mock.calls.length]).toEqual([[['b']], 0])
  })
})
